/**
 * INBOX_REACH_ROUNDS is how often the server is killed, INBOX_REACH_QUESTIONS how many requests it
 * acknowledges in each round; `bun run faults reach --long` makes 80 rounds of 200.
 */
import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import type { Contact } from '../../src/core/reach/schema.ts';
import { type Called, callAs, openChannel } from '../support/faults/load.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { newSeed, seeded } from '../support/machine/random.ts';
import { serveInProcess } from '../support/server/process.ts';
import { askUntilKilled } from './reach/load.ts';
import { isCount, openProviders, type Provider, sentTo } from './reach/providers.ts';

const ROUNDS = Number(process.env.INBOX_REACH_ROUNDS ?? 4);
const REQUESTS = Number(process.env.INBOX_REACH_QUESTIONS ?? 40);
/** Kills of one directory. */
const LIFE = 8;
/** A notice may have been tried by several servers, and is then retried minutes later. */
const PATIENCE_MS = 300_000;
const env = { INBOX_WEBHOOK_ALLOW: '127.0.0.1', INBOX_RATE_LIMIT: 'off' };

test(
  'notifies of every pending question once, and withdraws all others, when killed',
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
  let channelId = '';
  for (let round = 0; round < rounds; round++) {
    const server = await serveInProcess(data, env);
    if (round === 0) {
      channelId = await openChannel(server);
      for (const provider of providers.list) await addContact(server, provider);
    }
    const count = Math.ceil(REQUESTS * (0.5 + random() / 2));
    const kill = () => server.end('SIGKILL');
    await askUntilKilled(server, { channelId, random }, { count, kill });
  }
  const server = await serveInProcess(data, env);
  try {
    for (const provider of providers.list) {
      if (provider.name !== 'dead') await showsWhatIsPending(server, provider, seed);
      expect({ seed, name: provider.name, ...faultsOf(provider) }).toEqual({
        ...{ seed, name: provider.name, severalIdentities: [], askedAfterWithdrawal: [] },
      });
    }
  } finally {
    await server.end('SIGKILL');
    removeDirectory(data);
  }
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
    ...{ seed, name: provider.name, shown: rest.shown, ...expected },
  });
}

const isSettled = ({ pending, shown, counted, ended }: Awaited<ReturnType<typeof compare>>) =>
  ended.length === 0 && shown + counted === pending;

async function compare(server: Called, { ntfy, topic }: Provider) {
  const ids = new Set(await pendingIds(server));
  const shown = ntfy.shown(topic);
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
  const withdrawn = new Set<string>();
  const askedAfterWithdrawal: string[] = [];
  for (const { identity, title, isWithdrawal } of sentTo(provider)) {
    if (isWithdrawal) withdrawn.add(identity);
    else if (withdrawn.has(identity)) askedAfterWithdrawal.push(title ?? '');
    if (title && !isCount(title)) {
      identities.set(title, (identities.get(title) ?? new Set()).add(identity));
    }
  }
  const several = [...identities].filter(([, of]) => of.size > 1).map(([title]) => title);
  return { severalIdentities: several, askedAfterWithdrawal };
}
