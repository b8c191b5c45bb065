/** INBOX_VIEW_SECONDS is how long; `bun run faults view` lets an hour of events go by. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { residentBytes } from '../../scripts/bench/support/process.ts';
import { openView } from '../../scripts/bench/view/open.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { callAs, openChannel } from '../support/faults/load.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { sized } from '../support/machine/sized.ts';
import { serveInProcess } from '../support/server/process.ts';
import { program } from '../support/server/program.ts';

const SECONDS = Number(process.env.INBOX_VIEW_SECONDS ?? sized(8, 20));
const IS_LONG = SECONDS >= 3600;
const EVENT_MS = 50;
/** The number of questions pending at a time. */
const PENDING = 200;
const MIB = 1024 * 1024;
const MOST_MIB = 120;
/** Among other tests a machine may be blocked for a while. */
const MOST_END_MS = IS_LONG ? 1000 : 10_000;
const TIMEOUT = { timeout: 120_000 + SECONDS * 2000 };

const data = temporaryDirectory();
let server: Awaited<ReturnType<typeof serveInProcess>>;
let channelId: string;

beforeAll(async () => {
  server = await serveInProcess(data, { INBOX_RATE_LIMIT: 'off' });
  channelId = await openChannel(server);
});
afterAll(async () => {
  await server.end('SIGKILL');
  removeDirectory(data);
});

const open = (env: Env = {}) => openView([...program, '--data', data], { HOME: data, ...env });

async function ask(text: string, type = 'approval'): Promise<string> {
  const review = { type, payload: { dismissLabel: 'Not now' }, expiresInSeconds: 3600 };
  const body = { channelId, text, review };
  return (await callAs(server, 'agent')<Message>('POST', '/messages', body)).body.id;
}
const answer = (id: string) =>
  callAs(server, 'owner')('POST', `/reviews/${id}/respond`, {
    response: { selectedOption: 'approve' },
  });
const retract = (id: string) => callAs(server, 'agent')('DELETE', `/messages/${id}`);

test(
  `keeps the view correct and under ${MOST_MIB} MiB during ${SECONDS} s of 20 events a second`,
  async () => {
    const pending: string[] = [];
    while (pending.length < PENDING) pending.push(await ask(`Question ${pending.length}?`));
    const view = open();
    try {
      await view.shows(`Inbox · ${PENDING} pending`);
      await view.shows('● live');
      const most = await letEventsGoBy(pending, view);
      await view.shows(`Inbox · ${pending.length} pending`);
      console.log(`the view had ${most.toFixed(0)} MiB at most`);
      expect(most).toBeLessThan(MOST_MIB);
    } finally {
      await view.close();
    }
    for (const id of pending) await retract(id);
  },
  TIMEOUT,
);

/**
 * Questions arrive, are answered, and are retracted, while a person moves; returns the memory, in
 * MiB.
 */
async function letEventsGoBy(pending: string[], view: ReturnType<typeof open>): Promise<number> {
  const long = 'A **long** text with `code`. '.repeat(200);
  let most = 0;
  const ends = Date.now() + SECONDS * 1000;
  for (let turn = 0; Date.now() < ends; turn++) {
    const next = Bun.sleep(EVENT_MS);
    if (turn % 2 === 0) pending.push(await ask(`Question ${turn}? ${long}`));
    else await (turn % 4 === 1 ? answer : retract)(pending.shift() ?? '');
    if (turn % 20 === 0) view.type('jkG g'[turn % 5] ?? 'j');
    most = Math.max(most, residentBytes(view.pid) / MIB);
    await next;
  }
  return most;
}

type State = { what: string; keys: string; shows: string; env?: Env; isHung?: boolean };
type Env = Record<string, string>;
const states: State[] = [
  { what: 'the list', keys: '', shows: 'Open?' },
  { what: 'the help', keys: '?', shows: 'any key closes' },
  { what: 'the filter', keys: '/', shows: '/▏' },
  { what: 'a prompt', keys: '\r', shows: 'Answer this question?' },
  {
    what: 'an editor',
    keys: 'e',
    shows: 'in the editor',
    env: { EDITOR: 'echo in the editor; sleep 600; :' },
  },
  { what: 'a server that hangs', keys: '', shows: 'Open?', isHung: true },
  {
    what: 'an answer to a server that hangs',
    keys: 'x',
    shows: 'z to undo',
    env: { INBOX_UNDO_SECONDS: '10' },
    isHung: true,
  },
];

test.each(states)(
  'ends the view with its terminal: $what',
  async ({ what, keys, shows, env, isHung = false }) => {
    const id = await ask('Open?', 'text-input');
    const view = open(env);
    await view.shows('● live');
    view.type(keys);
    await view.shows(shows);
    if (isHung) process.kill(server.pid, 'SIGSTOP');
    const took = await view.close();
    if (isHung) process.kill(server.pid, 'SIGCONT');
    if (IS_LONG) console.log(`${what}: ${took.toFixed(0)} ms`);
    expect(took).toBeLessThan(MOST_END_MS);
    await retract(id);
  },
  TIMEOUT,
);
