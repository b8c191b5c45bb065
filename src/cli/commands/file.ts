import { existsSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import type { Agent } from '../../core/channels/schema.ts';
import type { Attachment, ListedFile } from '../../core/files/schema.ts';
import { LARGEST_PAGE } from '../../core/pages.ts';
import { sizeOf } from '../../core/sizes.ts';
import { namesOf } from '../channels.ts';
import { type Connection, flagChannelId, withConnection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import { found, idOf, type Named } from '../ids.ts';
import { localName } from '../local-name.ts';
import { momentOf } from '../moments.ts';
import { assertStdoutThere } from '../once.ts';
import type { GlobalOptions } from '../options.ts';
import { note, print, printJson } from '../output.ts';
import { withProgress } from '../progress.ts';
import { idColumn } from '../table/id-column.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';
import { uploadForm } from '../upload-form.ts';

type UploadOptions = GlobalOptions & { channel: string };
type ListOptions = GlobalOptions & { channel?: string };
type DownloadOptions = GlobalOptions & { output?: string };

export function defineFile(command: Command): void {
  command
    .command('upload <path>')
    .description('send a file as a message of its own and print the id of the file')
    .requiredOption('-c, --channel <channel>', 'channel, by id or name')
    .addHelpText('after', '\nExample:\n  $ inbox file upload report.txt -c deploys')
    .action((path: string, _: unknown, self: Command) => upload(path, self.optsWithGlobals()));
  command
    .command('list')
    .description('list the files, newest first')
    .option('-c, --channel <channel>', 'limit to this channel')
    .addHelpText('after', '\nExample:\n  $ inbox file list -c deploys')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('download <id>')
    .description('download a file into this directory, under its own name')
    .option('-o, --output <path>', 'file or directory to write to, or - for standard output')
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox file download 01M7YGQ6NDPJATKTJ32C3SBQVW -o copy.txt',
    )
    .action((id: string, _: unknown, self: Command) => download(id, self.optsWithGlobals()));
}

async function upload(path: string, options: UploadOptions): Promise<void> {
  if (path === '-') throw new UsageError('A file is uploaded by its path: its name is shown');
  if (!existsSync(path) || !statSync(path).isFile()) throw new UsageError(`${path}: no such file`);
  assertStdoutThere('The id of the file', 'uploaded');
  await withConnection(options, 'inbox file upload', async (connection) => {
    const channelId = await flagChannelId(connection.agent, options.channel);
    const stored = await withProgress('Uploading', (draw) =>
      sendFile(connection, uploadForm({ path, channelId, draw })),
    );
    if (options.json) printJson(stored);
    else print(stored.id);
  });
}

async function sendFile({ transfer }: Connection, form: ReturnType<typeof uploadForm>) {
  const answer = await transfer('/files/upload', { method: 'POST', ...form });
  return (await answer.json()) as Attachment;
}

async function list(options: ListOptions): Promise<void> {
  await withConnection(options, 'inbox file list', async ({ agent }) => {
    const channel = options.channel && (await flagChannelId(agent, options.channel));
    const files = await ok(
      agent.files.get({ query: { limit: 100, ...(channel ? { channel } : {}) } }),
    );
    if (options.json) return printJson(files);
    if (files.length === 0) return note('No files yet.');
    await printList(files, fileColumns(await ok(agent.agents.get())));
  });
}

const fileColumns = (channels: Agent[]): Column<ListedFile>[] => [
  idColumn(),
  { whole: ({ filename }) => filename, least: 10 },
  { whole: ({ size }) => `${size}`, shown: ({ size }) => sizeOf(size), rank: 1 },
  {
    whole: ({ createdAt }) => createdAt,
    shown: ({ createdAt }) => momentOf(createdAt),
    style: () => 'dim' as const,
    rank: 2,
  },
  { whole: ({ channelId }) => namesOf([channelId], channels), least: 8, rank: 3 },
];

const files: Named<ListedFile> = {
  kind: 'file',
  list: 'inbox file list',
  words: ({ filename }) => filename,
};

/** Resolves the id of the named file. */
function fileId(client: Client, typed: string): Promise<string> {
  const read = (part: { idEnd: string } | { before: string }) =>
    ok(client.files.get({ query: { ...part, limit: LARGEST_PAGE } }));
  return idOf(files, read, typed);
}

async function download(typed: string, options: DownloadOptions): Promise<void> {
  await withConnection(options, 'inbox file download', async ({ agent, transfer }) => {
    const id = await fileId(agent, typed);
    const answer = await found(files, typed, transfer(`/files/${id}/download`));
    const name = placeFor(options.output, answer);
    const total = Number(answer.headers.get('content-length'));
    const chunks = answer.body ?? new ReadableStream<Uint8Array>();
    if (name === '-') {
      for await (const chunk of chunks) process.stdout.write(chunk);
      return;
    }
    await withProgress('Downloading', (draw) =>
      writeWhole(name, chunks, (done) => draw(done, total)),
    );
    note(`${name}: ${sizeOf(total)}`);
  });
}

/** Gives the file its name only once it is complete. */
async function writeWhole(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  onProgress: (done: number) => void,
): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  try {
    // Neither overwrites a file nor follows a link.
    await writeFile(part, counted(chunks, onProgress), { flag: 'wx' });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function* counted(chunks: AsyncIterable<Uint8Array>, onProgress: (done: number) => void) {
  let done = 0;
  for await (const chunk of chunks) {
    yield chunk;
    done += chunk.byteLength;
    onProgress(done);
  }
}

/** Returns where to write: a path as given; for a directory or nothing, the file's own name is used. */
function placeFor(output: string | undefined, answer: Response): string {
  const isDirectory = output !== undefined && existsSync(output) && statSync(output).isDirectory();
  if (output !== undefined && !isDirectory) return output;
  const path = join(output ?? '', localName(nameIn(answer)));
  if (existsSync(path)) throw new UsageError(`${path} already exists. Use --output.`);
  return path;
}

/** The name that the agent gave it. */
function nameIn({ headers }: Response): string {
  const given = headers.get('content-disposition') ?? '';
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(given) ?? [];
  const [, plain = 'file'] = /filename="([^"]*)"/.exec(given) ?? [];
  try {
    return encoded === undefined ? plain : decodeURIComponent(encoded);
  } catch {
    return plain;
  }
}
