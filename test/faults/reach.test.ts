/**
 * INBOX_REACH_ROUNDS is how often the server is killed, INBOX_REACH_QUESTIONS how many questions are
 * asked before it at most; `bun run faults reach` makes 80 rounds of 200.
 */
import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import type { Contact } from '../../src/core/notify/schema.ts';
import { type Called, callAs, openChannel } from '../support/faults/load.ts';
import { openBeside } from '../support/inbox/beside.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { newSeed, seeded } from '../support/machine/random.ts';
import { serveInProcess } from '../support/server/process.ts';
import { askUntilKilled, type Ends } from './reach/load.ts';
import { isCount, openProviders, type Provider, sentTo } from './reach/providers.ts';

const ROUNDS = Number(process.env.INBOX_REACH_ROUNDS ?? 4);
/** Leases last 20 s, and so does gathering: a short run does not wait for the last server's. */
const IS_LONG = process.env.INBOX_REACH_ROUNDS !== undefined;
const REQUESTS = Number(process.env.INBOX_REACH_QUESTIONS ?? 40);
/** Kills of one directory. */
const LIFE = 8;
/** The round of each directory in which a count of questions is on its way when the server is killed. */
const COUNTING = 5;
/** A notice that began to be sent before its question ended arrives no later after its end. */
const SLACK_MS = 3000;
/** A notice may have been tried by several servers, and is then retried minutes later. */
const PATIENCE_MS = 300_000;
const env = { INBOX_WEBHOOK_ALLOW: '127.0.0.1', INBOX_RATE_LIMIT: 'off' };

test(
  'notifies of every pending question once, of none after its end, and takes it back, when killed',
  async () => {
    const seed = newSeed();
    for (let done = 0; done < ROUNDS; done += LIFE) {
      await live(Math.min(LIFE, ROUNDS - done), seed + done);
    }
  },
  { timeout: (ROUNDS / LIFE + 1) * PATIENCE_MS + ROUNDS * 60_000 },
);

async function live(rounds: number, seed: number): Promise<void> {
  const data = temporaryDirectory();
  const random = seeded(seed);
  await using providers = await openProviders();
  const ends: Ends = new Map();
  const starts: number[] = [];
  let channelId = '';
  for (let round = 0; round < rounds; round++) {
    const server = await serveInProcess(data, env);
    starts.push(Date.now());
    if (round === 0) {
      channelId = await openChannel(server);
      for (const provider of providers.list) await addContact(server, provider);
    }
    const count = Math.ceil(REQUESTS * (0.5 + random() / 2));
    const kill = () => server.end('SIGKILL');
    const begun = providers.countsSent();
    const isTime = () => round !== COUNTING || providers.countsSent() > begun;
    await askUntilKilled(server, { channelId, random, ends }, { count, isTime, kill });
  }
  if (!IS_LONG) passTime(data);
  const server = await serveInProcess(data, env);
  starts.push(Date.now());
  try {
    for (const provider of providers.list) {
      if (provider.name !== 'dead') await showsWhatIsPending(server, provider, seed);
      const faults = {
        ...faultsOf(provider),
        askedAfterEnd: askedAfterEnd(provider, ends, starts),
      };
      expect({ seed, name: provider.name, ...faults }).toEqual({
        seed,
        name: provider.name,
        severalIdentities: [],
        askedAfterTakingBack: [],
        askedAfterEnd: [],
      });
    }
  } finally {
    await server.end('SIGKILL');
    removeDirectory(data);
  }
}

/** Pretends that the last server was killed longer ago: everything that it was sending, or gathering, is due. */
function passTime(data: string): void {
  using db = openBeside(data);
  const past = new Date(Date.now() - 1000).toISOString();
  db.run('update notices set leasedUntil = ? where leasedUntil > ?', [past, past]);
  db.run(`update notices set dueAt = ? where status = 'waiting' and dueAt > ?`, [past, past]);
}

async function addContact(server: Called, { name, address }: Provider): Promise<void> {
  const contact = { kind: 'ntfy', name, address };
  const { status } = await callAs(server, 'owner')<Contact>('POST', '/contacts', contact);
  expect(status).toBe(201);
}

/** In the end a phone shows each pending question, or a count of it, and nothing else. */
async function showsWhatIsPending(server: Called, provider: Provider, seed: number) {
  const deadline = Date.now() + PATIENCE_MS;
  let compared = await compare(server, provider);
  while (!isSettled(compared) && Date.now() < deadline) {
    await Bun.sleep(200);
    compared = await compare(server, provider);
  }
  const { pending: _, ...rest } = compared;
  const expected = { counted: compared.pending - rest.shown, ended: [] };
  expect({ seed, name: provider.name, ...rest }).toEqual({
    seed,
    name: provider.name,
    shown: rest.shown,
    ...expected,
  });
}

const isSettled = ({ pending, shown, counted, ended }: Awaited<ReturnType<typeof compare>>) =>
  ended.length === 0 && shown + counted === pending;

async function compare(server: Called, { ntfy, topic }: Provider) {
  const ids = new Set(await pendingIds(server));
  // The topic is also notified of the user's other contacts.
  const shown = ntfy.shown(topic).filter(({ title }) => !title.startsWith('A contact was added'));
  const counts = shown.flatMap(({ title }) => Number(/^(\d+) questions? /.exec(title)?.[1] ?? []));
  const own = shown.filter(({ title }) => !isCount(title));
  return {
    pending: ids.size,
    shown: own.length,
    counted: counts.reduce((sum, count) => sum + count, 0),
    ended: own.filter(({ click }) => !ids.has(click.split('/').at(-1) ?? '')),
  };
}

async function pendingIds({ url, token }: Called): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const response: Response = await fetch(
      `${url}/api/v1/reviews/pending?limit=100${cursor && `&cursor=${cursor}`}`,
      { headers: { authorization: `Bearer ${token}` } },
    );
    const page = (await response.json()) as Message[];
    ids.push(...page.map(({ id }) => id));
    cursor = response.headers.get('inbox-next-cursor');
  }
  return ids;
}

function faultsOf(provider: Provider) {
  const identities = new Map<string, Set<string>>();
  const takenBack = new Set<string>();
  const askedAfterTakingBack: string[] = [];
  for (const { identity, title, isTakingBack } of sentTo(provider)) {
    if (isTakingBack) takenBack.add(identity);
    else if (takenBack.has(identity)) askedAfterTakingBack.push(title ?? '');
    if (title && !isCount(title)) {
      identities.set(title, (identities.get(title) ?? new Set()).add(identity));
    }
  }
  const several = [...identities].filter(([, of]) => of.size > 1).map(([title]) => title);
  return { severalIdentities: several, askedAfterTakingBack };
}

/** The questions that were asked after a start that followed their end, or long after it. */
function askedAfterEnd(provider: Provider, ends: Ends, starts: number[]): string[] {
  return sentTo(provider).flatMap(({ identity, at, isTakingBack }) => {
    const endedAt = ends.get(identity);
    if (isTakingBack || endedAt === undefined) return [];
    const nextStart = starts.find((start) => start > endedAt) ?? Number.POSITIVE_INFINITY;
    return at > Math.min(endedAt + SLACK_MS, nextStart) ? [identity] : [];
  });
}
