import { existsSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import type { Attachment } from '../../core/files/schema.ts';
import { type Connection, findChannelId, withConnection } from '../connect.ts';
import { UsageError } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { note, oneLine, print, printJson, table } from '../output.ts';
import { bytes, withProgress } from '../progress.ts';
import { uploadForm } from '../upload-form.ts';

type UploadOptions = GlobalOptions & { channel: string };
type ListOptions = GlobalOptions & { channel?: string };
type DownloadOptions = GlobalOptions & { output?: string };

export function defineFile(command: Command): void {
  command
    .command('upload <path>')
    .description('send a file as a message of its own; prints its id')
    .requiredOption('-c, --channel <channel>', 'the channel, by id or name')
    .addHelpText('after', '\nExample:\n  $ inbox file upload report.txt -c deploys')
    .action((path: string, _: unknown, self: Command) => upload(path, self.optsWithGlobals()));
  command
    .command('list')
    .alias('ls')
    .description('list the files, newest first')
    .option('-c, --channel <channel>', 'of one channel only')
    .addHelpText('after', '\nExample:\n  $ inbox file list -c deploys')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('download <id>')
    .description('write a file here, under its own name')
    .option('-o, --output <path>', 'where to write it; - for standard output')
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox file download 01M7YGQ6NDPJATKTJ32C3SBQVW -o copy.txt',
    )
    .action((id: string, _: unknown, self: Command) => download(id, self.optsWithGlobals()));
}

async function upload(path: string, options: UploadOptions): Promise<void> {
  if (!existsSync(path) || !statSync(path).isFile()) throw new UsageError(`${path} is no file`);
  await withConnection(options, 'inbox file upload', async (connection) => {
    const channelId = await findChannelId(connection.agent, options.channel);
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
    const channel = options.channel && (await findChannelId(agent, options.channel));
    const files = await ok(
      agent.files.get({ query: { limit: 100, ...(channel ? { channel } : {}) } }),
    );
    if (options.json) return printJson(files);
    if (files.length === 0) return note('There are no files.');
    print(
      table(
        files.map(({ id, filename, size, createdAt }) => [
          id,
          oneLine(filename, 40),
          bytes(size),
          createdAt.slice(0, 16).replace('T', ' '),
        ]),
      ),
    );
  });
}

async function download(id: string, options: DownloadOptions): Promise<void> {
  await withConnection(options, 'inbox file download', async ({ transfer }) => {
    const answer = await transfer(`/files/${encodeURIComponent(id)}/download`);
    const name = options.output ?? nameIn(answer);
    if (options.output === undefined && existsSync(name)) {
      throw new UsageError(`${name} is there already: give --output`);
    }
    const total = Number(answer.headers.get('content-length'));
    const chunks = answer.body ?? new ReadableStream<Uint8Array>();
    if (name === '-') {
      for await (const chunk of chunks) process.stdout.write(chunk);
      return;
    }
    await withProgress('Downloading', (draw) =>
      writeWhole(name, chunks, (done) => draw(done, total)),
    );
    note(`${name}: ${bytes(total)}`);
  });
}

/** Under its name only once it is whole. */
async function writeWhole(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  told: (done: number) => void,
): Promise<void> {
  const part = `${path}.part`;
  try {
    await writeFile(part, counted(chunks, told));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function* counted(chunks: AsyncIterable<Uint8Array>, told: (done: number) => void) {
  let done = 0;
  for await (const chunk of chunks) {
    yield chunk;
    done += chunk.byteLength;
    told(done);
  }
}

/** The name that the agent gave it, without any folder. */
function nameIn({ headers }: Response): string {
  const given = headers.get('content-disposition') ?? '';
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(given) ?? [];
  const [, plain = 'file'] = /filename="([^"]*)"/.exec(given) ?? [];
  const name = basename(encoded === undefined ? plain : decodeURIComponent(encoded));
  return name === '' || name === '.' || name === '..' ? 'file' : name;
}
