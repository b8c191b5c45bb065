/** The packages as people get them: an archive, installed into an empty directory. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import names from '../../packages/names.json' with { type: 'json' };
import { packPython, packTypescript } from '../../scripts/packages.ts';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { outcomeOf } from '../support/machine/outcome.ts';
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
  return outcomeOf(child);
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

test(
  'is packed to the same bytes twice, in both languages',
  async () => {
    for (const pack of [packTypescript, packPython]) {
      const [first, second] = [temporaryDirectory(), temporaryDirectory()];
      const packed = [await pack(first), await pack(second)].map((file) => Bun.file(file).bytes());
      const [one, two] = await Promise.all(packed);
      expect(Bun.deepEquals(one, two)).toBe(true);
      for (const folder of [first, second]) removeDirectory(folder);
    }
  },
  TIMEOUT_MS,
);

test('has no dependencies, and JavaScript with its types alone', async () => {
  const { dependencies, types, exports } = await Bun.file(join(modules, 'package.json')).json();
  expect(dependencies).toBeUndefined();
  expect(exports['.'].types).toBe(types);
  const built = readdirSync(join(modules, 'dist'));
  expect(built.filter((name) => !/\.(js|d\.ts)$/.test(name))).toEqual([]);
  expect(built).toContain('index.d.ts');
});

/** A program with every call, of which the compiler must refuse each line below `@ts-expect-error`. */
const consumer = `
import { type Answer, type Approval, Inbox, InboxError } from '${names.npm.package}';
declare const given: { url?: string; channel?: string; id?: string; why?: string };
const inbox = new Inbox({ url: given.url, channel: given.channel, expiresInSeconds: 60 });
const { signal } = new AbortController();
const args = { command: 'rm -rf build' };
const call = { tool: 'Bash', args, id: given.id, description: given.why, editable: true, signal };
const outcome: Approval = await inbox.approve(call);
if (outcome.approved) {
  const by: string | null = outcome.by;
  const edited: Record<string, unknown> | undefined = outcome.args;
  // @ts-expect-error
  outcome.message;
} else {
  const message: string = outcome.message;
  // @ts-expect-error
  const pending: boolean = outcome.status === 'pending';
}
const options = ['eu', { id: 'us', label: 'us', description: given.why }];
const fields = [{ name: 'n', type: 'number', label: 'N', min: 1 }];
const asked: Answer = await inbox.ask({ question: 'Where?', kind: 'choose', options, multiple: true });
await inbox.ask({ question: 'How many?', fields, id: given.id, hold: true });
// @ts-expect-error
await inbox.ask({ question: 'Which?', kind: 'other' });
// @ts-expect-error
const text: string = asked.text;
const { approved }: Answer = await inbox.wait(asked.id, { signal });
await inbox.withdraw(asked.id, given.why);
try {
  // @ts-expect-error
  await inbox.approve({ tool: 'Bash' });
} catch (error) {
  if (error instanceof InboxError) error.status satisfies number | null | undefined;
}
`;
const resolutions = [
  ['bundler', 'preserve'],
  ['nodenext', 'nodenext'],
];
test.each(resolutions)(
  'has types that a strict program compiles with, by moduleResolution %s',
  async (resolution, module) => {
    await Bun.write(join(place, 'consumer.mts'), consumer);
    const tsc = [
      join(import.meta.dir, '../../node_modules/.bin/tsc'),
      '--ignoreConfig',
      '--noEmit',
    ];
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
    const target = ['--target', 'es2022', '--lib', 'es2023,dom', '--types', ''];
    const resolving = ['--moduleResolution', resolution, '--module', module];
    const compiled = await run([...tsc, ...strict, ...target, ...resolving, 'consumer.mts']);
    expect(compiled).toEqual({ code: 0, out: '', err: '' });
  },
  TIMEOUT_MS,
);

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
