import { expect, test } from 'bun:test';
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Attachment } from '../../src/core/files/schema.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

const MIB = 1024 * 1024;
const ID = '01M7YGQ6NDPJATKTJ32C3SBQVW';

test.each([true, false])(
  'uploads and downloads a file byte for byte (served: %p)',
  async (served) => {
    await using terminal = testTerminal();
    if (served) await terminal.serve();
    await terminal.channel();
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const path = join(terminal.home, 'a "report" é.bin');
    await Bun.write(path, Buffer.concat(Array.from({ length: 80 }, () => bytes)));
    const stored = await terminal.json<Attachment>('file', 'upload', path, '-c', 'deploys');
    expect(stored).toMatchObject({
      size: 80 * 60_000,
      filename: expect.stringContaining('report'),
    });
    expect(await terminal.ok('file', 'list', '-c', 'deploys')).toContain(stored.id);
    const copy = join(terminal.home, 'copy.bin');
    await terminal.ok('file', 'download', stored.id, '-o', copy);
    expect(await Bun.file(copy).bytes()).toEqual(await Bun.file(path).bytes());
  },
);

test('prints the id of the uploaded file', async () => {
  await using terminal = testTerminal();
  await terminal.channel();
  const path = join(terminal.home, 'report.txt');
  await Bun.write(path, 'All is well.');
  const id = await terminal.ok('file', 'upload', path, '-c', 'deploys');
  expect(await terminal.ok('file', 'download', id, '-o', '-')).toBe('All is well.');
  const help = await terminal.ok('help', 'file', 'upload');
  expect(help).toContain('print the id of the file');
});

test('never overwrites a file, and leaves nothing behind when a transfer is refused', async () => {
  await using terminal = testTerminal();
  await terminal.serve({ INBOX_MAX_FILE_SIZE: '1MiB' });
  await terminal.channel();
  const large = join(terminal.home, 'large');
  await Bun.write(large, new Uint8Array(2 * MIB));
  const refused = await terminal.run(['file', 'upload', large, '-c', 'deploys']);
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toContain('must not exceed 1MiB');
  const missing = await terminal.run(['file', 'download', 'unknown', '-o', `${large}-copy`]);
  expect(missing.code).toBe(1);
  expect(await Bun.file(`${large}-copy`).exists()).toBe(false);
  const none = await terminal.run(['file', 'upload', 'nowhere', '-c', 'deploys']);
  expect([none.code, none.stderr]).toEqual([2, 'error: nowhere: no such file\n']);
  await Bun.write(join(terminal.home, 'note.txt'), 'hello');
  const id = await terminal.ok('file', 'upload', join(terminal.home, 'note.txt'), '-c', 'deploys');
  const piped = await terminal.run(['file', 'download', id, '-o', '-']);
  expect([piped.code, piped.stdout]).toEqual([0, 'hello']);
});

test('explains in one sentence when the server does not answer a download, and leaves no file', async () => {
  await using terminal = testTerminal();
  const url = 'http://127.0.0.1:1';
  const copy = join(terminal.home, 'copy');
  const { code, stderr } = await terminal.run(['file', 'download', ID, '-o', copy, '--url', url], {
    env: { INBOX_TOKEN: 'hu_x' },
  });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^error: The inbox at http:\S+:1 does not answer \(.+\)\. .+\n$/),
  ]);
  expect(await Array.fromAsync(new Bun.Glob('copy*').scan(terminal.home))).toEqual([]);
});

test("downloads under the file's own name into the current directory, unless that name exists", async () => {
  await using terminal = testTerminal();
  await terminal.serve();
  await terminal.channel();
  const path = join(terminal.home, 'größe 100%.txt');
  await Bun.write(path, 'hello');
  const id = await terminal.ok('file', 'upload', path, '-c', 'deploys');
  const download = async () => {
    const child = terminal.shell(`inbox file download ${id}`);
    return { says: await new Response(child.stderr).text(), code: await child.exited };
  };
  expect(await download()).toEqual({
    says: 'error: größe 100%.txt already exists. Use --output.\n',
    code: 2,
  });
  await unlink(path);
  expect((await download()).code).toBe(0);
  expect(await Bun.file(path).text()).toBe('hello');
});

test('fails and leaves no file when the connection drops during a download', async () => {
  await using terminal = testTerminal();
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\n';
  using broken = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { data: (socket) => void socket.end(`${head}half`) },
  });
  const path = join(terminal.home, 'copy');
  const url = `http://127.0.0.1:${broken.port}`;
  const args = ['--url', url, 'file', 'download', ID, '-o', path];
  const { code, stderr } = await terminal.run(args, { env: { INBOX_API_KEY: 'hp_any' } });
  expect([code, stderr.split(' ')[0]]).toEqual([1, 'error:']);
  expect((await readdir(terminal.home)).filter((name) => name.startsWith('copy'))).toEqual([]);
});

test('handles file names that look like options or paths', async () => {
  await using terminal = testTerminal();
  await terminal.channel();
  await Bun.write(join(terminal.home, '-x'), 'an option');
  await Bun.write(join(terminal.home, 'up'), 'a path');
  const run = async (line: string) => {
    const child = terminal.shell(line);
    const [out, says] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    expect([line, await child.exited, says]).toEqual([line, 0, expect.anything()]);
    return out.trim();
  };
  const option = await run('inbox file upload -c deploys -- -x');
  const path = await run('mkdir in && cd in && inbox file upload ../up -c deploys');
  await run(`mkdir out && cd out && inbox file download ${option}`);
  await run(`inbox file download ${path} -o out && inbox file download ${path} -o -y`);
  expect((await readdir(join(terminal.home, 'out'))).sort()).toEqual(['_x', 'up']);
  expect(await Bun.file(join(terminal.home, 'out/_x')).text()).toBe('an option');
  expect(await Bun.file(join(terminal.home, '-y')).text()).toBe('a path');
  await run('inbox backup create -- -b && inbox backup verify -- -b');
  await run('cd in && inbox backup create ../c && inbox backup restore ../c --yes');
  const all = await readdir(terminal.home);
  // The executable, where that is what is tested.
  const names = all.filter((name) => !name.startsWith('.') && name !== 'bin');
  expect(names.sort()).toEqual(['-b', '-x', '-y', 'c', 'data', 'in', 'out', 'up'].sort());
}, 60_000);

test('keeps a download in its directory when the server names a path outside', async () => {
  await using terminal = testTerminal();
  using hostile = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () =>
      new Response('x', {
        headers: { 'content-disposition': "attachment; filename*=UTF-8''..%2F..%2F-%0Aescaped" },
      }),
  });
  const child = terminal.shell(
    `mkdir -p a/b && cd a/b && INBOX_API_KEY=hp_any inbox file download ${ID} --url ${hostile.url}`,
  );
  expect(await child.exited).toBe(0);
  const names = await readdir(terminal.home, { recursive: true });
  expect(names.filter((name) => name.includes('escaped'))).toEqual(['a/b/_escaped']);
});
