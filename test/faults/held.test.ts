/**
 * INBOX_HELD is how many questions are held in each round; `bun run faults held` has 200. The server is killed and
 * comes back immediately, after 20 and after 60 seconds, while some of those who hold questions are killed or frozen.
 */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { callAs, openChannel } from '../support/faults/load.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { serveInProcess } from '../support/server/process.ts';

const HELD = Number(process.env.INBOX_HELD ?? 0);
const HOLDERS = 10;
/** After the end of a holder, or once it could have come back. */
const GONE_MS = 35_000;
const AWAY_MS = [0, 20_000, 60_000];

type Server = Awaited<ReturnType<typeof serveInProcess>>;
type Place = { data: string; port: string; key: string; channelId: string };

test.skipIf(HELD === 0)(
  'withdraws each question whose holder is gone, and none that is held, while the server is killed',
  async () => {
    const data = temporaryDirectory();
    const first = await serve({ data, port: '0' });
    const { body } = await callAs(first, 'owner')<NewKey>('POST', '/keys', { name: 'ci' });
    const channelId = await openChannel(first);
    const place = { data, port: new URL(first.url).port, key: body.key, channelId };
    let server = first;
    for (const awayMs of AWAY_MS) server = await round(server, place, awayMs);
    await server.end('SIGTERM');
    expect(endsOf(data)).toEqual({ several: [], notAudited: [] });
    removeDirectory(data);
  },
  10 * 60_000,
);

const serve = ({ data, port }: { data: string; port: string }) =>
  serveInProcess(data, { INBOX_PORT: port, INBOX_RATE_LIMIT: 'off' });

async function round(server: Server, place: Place, awayMs: number): Promise<Server> {
  const begin = (seconds?: number) => startHolder(server.url, place, HELD / HOLDERS, seconds);
  const holders = Array.from({ length: HOLDERS - 1 }, () => begin());
  const expiring = begin(awayMs / 1000 + 30);
  await Promise.all([...holders, expiring].map(({ asked }) => asked));
  const [killedBefore, frozenBefore, killedAfter, frozenAfter, answered, ...kept] = holders;
  if (!killedBefore || !frozenBefore || !killedAfter || !frozenAfter || !answered) throw holders;

  await server.end('SIGKILL');
  killedBefore.child.kill('SIGKILL');
  frozenBefore.child.kill('SIGSTOP');
  await Bun.sleep(awayMs);
  const next = await serve(place);
  await Bun.sleep(1000);
  killedAfter.child.kill('SIGKILL');
  frozenAfter.child.kill('SIGSTOP');
  for (const id of answered.ids) expect(await answer(next, id)).toBe(200);
  await Bun.sleep(GONE_MS);

  const gone = [killedBefore, frozenBefore, killedAfter, frozenAfter];
  expect(await statesOf(next, gone)).toEqual({ withdrawn: gone.length * (HELD / HOLDERS) });
  for (const { ids } of gone) expect(await answer(next, ids[0] ?? '')).toBe(409);
  expect(await statesOf(next, kept)).toEqual({ pending: kept.length * (HELD / HOLDERS) });
  expect(await statesOf(next, [expiring])).toEqual({ expired: HELD / HOLDERS });

  for (const { ids } of kept) for (const id of ids) expect(await answer(next, id)).toBe(200);
  for (const frozen of [frozenBefore, frozenAfter]) frozen.child.kill('SIGCONT');
  const seen = { answered: [answered, ...kept], withdrawn: [frozenBefore, frozenAfter] };
  for (const one of seen.answered) expect(await one.ends).toEqual(['completed']);
  for (const one of seen.withdrawn) expect(await one.ends).toEqual(['withdrawn']);
  expect(await expiring.ends).toEqual(['expired']);
  return next;
}

/** A process that holds questions: their ids once all are asked, and how they ended once all have. */
function startHolder(url: string, { key, channelId }: Place, count: number, seconds = 3600) {
  const program = join(import.meta.dir, '../support/faults/holder.ts');
  const args = [url, key, channelId, `${count}`, `${seconds}`];
  const child = Bun.spawn([process.execPath, program, ...args], { stdout: 'pipe' });
  const ids: string[] = [];
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const read = async () => {
    const ends = new Set<string>();
    let text = '';
    for await (const part of child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (text + part).split('\n');
      text = lines.pop() ?? '';
      for (const { id, status } of lines.map((line) => JSON.parse(line))) {
        if (status === 'asked') ids.push(id);
        else ends.add(status);
      }
      if (ids.length === count) resolve();
    }
    return [...ends];
  };
  return { child, ids, asked, ends: read() };
}

type Holder = ReturnType<typeof startHolder>;

const answer = async (server: Server, id: string) => {
  const response = { selectedOption: 'approve' };
  return (await callAs(server, 'owner')('POST', `/reviews/${id}/respond`, { response })).status;
};

async function statesOf(server: Server, holders: Holder[]): Promise<Record<string, number>> {
  const states: Record<string, number> = {};
  for (const id of holders.flatMap(({ ids }) => ids)) {
    const { body } = await callAs(server, 'owner')<Message>('GET', `/messages/${id}`);
    const state = body.review?.status ?? 'none';
    states[state] = (states[state] ?? 0) + 1;
  }
  return states;
}

/** Returns the questions with another number of ends than one, and the withdrawals without an audit entry. */
function endsOf(data: string) {
  const db = new Database(join(data, 'inbox.db'), { readonly: true });
  const ids = (query: string) =>
    db
      .query<{ id: string }, []>(query)
      .all()
      .map(({ id }) => id);
  const ends = `'review:responded', 'review:expired', 'review:withdrawn'`;
  const several = ids(`select "messageId" as id from reviews where
    (select count(*) from events where "subjectId" = "messageId" and event in (${ends})) <> 1`);
  const notAudited = ids(`select "messageId" as id from reviews where status = 'withdrawn' and
    (select count(*) from audit where "subjectId" = "messageId" and action = 'review.withdrawn') <> 1`);
  db.close();
  return { several, notAudited };
}
