/** The packages as people get them: an archive, installed into an empty directory. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import names from '../../packages/names.json' with { type: 'json' };
import { packTypescript } from '../../scripts/packages.ts';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { eventually } from '../support/reach/eventually.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

const TIMEOUT_MS = 60_000;
const node = Bun.which('node');

let server: TestServer;
let key: string;
const place = temporaryDirectory();
const modules = join(place, 'node_modules', names.npm.package);

beforeAll(async () => {
  server = await testServer();
  const { id } = await server.channel();
  const { body } = await server.as.owner.post<NewKey>('/keys', { name: 'ci', channels: [id] });
  key = body.key;
  const archive = await packTypescript(place);
  await Bun.write(join(place, 'package.json'), '{ "private": true }');
  const npm = ['npm', 'install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  expect(await run([...npm, archive])).toMatchObject({ code: 0 });
  cpSync(join(modules, 'examples'), place, { recursive: true });
}, TIMEOUT_MS);
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  removeDirectory(place);
});

async function run(command: string[]) {
  const child = Bun.spawn(command, {
    cwd: place,
    env: {
      PATH: process.env.PATH,
      HOME: place,
      INBOX_URL: server.url,
      INBOX_API_KEY: key,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, out, err };
}

/** A person who edits what an example asks, and allows it. */
async function editsAndAllows(command: string[]) {
  const running = run(command);
  const { owner } = server.as;
  const question = await eventually(async () => {
    const { body } = await owner.get<Message[]>('/reviews/pending');
    return body[0];
  });
  const response = { decision: 'allow', input: { command: 'rm -rf build/cache' } };
  await owner.post(`/reviews/${question.id}/respond`, { response });
  return { ...(await running), question };
}

const allowed = 'Approved by owner: {"command":"rm -rf build/cache"}\n';

test('has no dependencies, and JavaScript with its types alone', async () => {
  const { dependencies, types, exports } = await Bun.file(join(modules, 'package.json')).json();
  expect(dependencies).toBeUndefined();
  expect(exports['.'].types).toBe(types);
  const built = readdirSync(join(modules, 'dist'));
  expect(built.filter((name) => !/\.(js|d\.ts)$/.test(name))).toEqual([]);
  expect(built).toContain('index.d.ts');
});

const programs = [[process.execPath], ...(node === null ? [] : [[node]])];
test.each(programs)(
  'asks from the archive, installed into an empty directory, by %s',
  async (program) => {
    const { out, err, question } = await editsAndAllows([program, 'approve.mjs']);
    expect([out, err]).toEqual([allowed, '']);
    expect(question.metadata?.source).toMatchObject({ client: 'approve.mjs', tool: 'Bash' });
  },
  TIMEOUT_MS,
);
