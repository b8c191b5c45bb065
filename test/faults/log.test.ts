/** INBOX_LOG_ROUNDS is how many kills, INBOX_LOG_EVENTS how many events; `bun run faults log`. */
import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { createLedger, type Ledger } from '../support/faults/ledger.ts';
import { callAs } from '../support/faults/load.ts';
import { newSeed, seeded } from '../support/machine/random.ts';
import { cutting } from '../support/proxies/cutting.ts';
import { firstDifference, unlogged } from './log/compare.ts';
import { type Follow, held, socketed, streamed } from './log/followers.ts';
import { createJournal, type Journal } from './log/journal.ts';
import { callersOf, createWorld, listEvents, newestOf, type World } from './log/world.ts';
import { write } from './log/writers.ts';

const ROUNDS = Number(process.env.INBOX_LOG_ROUNDS ?? 3);
const EVENTS = Number(process.env.INBOX_LOG_EVENTS ?? 2000);
/** Every few rounds a backup is made and, after the kill, restored. */
const RESTORES_IN = Math.min(10, ROUNDS);
const RECONNECTIONS = EVENTS >= 50_000 ? 200 : 10;
const CUT_AFTER_MS = 300;
/** After this a follower has missed it. */
const SILENCE_MS = 60_000;
const TIMEOUT = { timeout: 120_000 + ROUNDS * 30_000 };

type Way = { name: string; follow: Follow; isCut?: boolean; isLate?: boolean; drops?: boolean };
const ways: Way[] = [
  { name: 'a socket that drops its connection', follow: socketed('websocket'), drops: true },
  { name: 'server-sent events', follow: streamed },
  { name: 'server-sent events that come back late', follow: streamed, isLate: true },
  { name: 'held pages', follow: held },
  { name: 'held pages through a proxy that cuts', follow: held, isCut: true },
  { name: 'a polling socket through a proxy that cuts', follow: socketed('polling'), isCut: true },
];

test(
  'loses, repeats and reorders nothing for followers across kills, restores and cut connections',
  async () => {
    await using world = await createWorld();
    const callers = await callersOf(world);
    using cut = await cutting(world.server().url, { afterMs: CUT_AFTER_MS });
    const stop = new AbortController();
    const followers = startAll(world, callers, { cutUrl: cut.url, signal: stop.signal });
    const allEnd = () => Promise.all(followers.map(({ ended }) => ended));
    try {
      await Promise.race([live(world, callers.channels, followers), allEnd()]);
    } finally {
      stop.abort();
    }
    await allEnd();
    for (const { journal, drops } of followers) {
      if (drops) expect(journal.connections()).toBeGreaterThanOrEqual(RECONNECTIONS);
    }
    expect(cut.cut()).toBeGreaterThan(ROUNDS);
  },
  TIMEOUT,
);

type Callers = Awaited<ReturnType<typeof callersOf>>;
type Start = { cutUrl: string; signal: AbortSignal };

/** Starts all callers, by every transport. */
function startAll(world: World, callers: Callers, { cutUrl, signal }: Start) {
  const random = seeded(newSeed());
  const dropAfter = () => 1 + Math.floor((random() * EVENTS) / RECONNECTIONS / 4);
  return (['owner', 'agent', 'reviewer'] as const).flatMap((who) =>
    ways.map(({ name, follow, isCut, isLate, drops }) => {
      const journal = createJournal(`${who} by ${name}`);
      const caller = callers[who];
      const url = isCut ? cutUrl : world.server().url;
      const up = isLate ? world.upLate : world.up;
      const ended = follow(journal, { ...caller, url, up, signal, dropAfter });
      return { journal, caller, ended, drops };
    }),
  );
}

type Follower = { journal: Journal; caller: { receives: string; all: boolean } };
type Server = ReturnType<World['server']>;

/** Runs rounds of load and a kill; at the end of each log compares all followers with it. */
async function live(world: World, channels: readonly string[], followers: Follower[]) {
  let acknowledged = 0;
  let listed = 0;
  const begin = async () => ({
    ...(await newestOf(world.server())),
    ledger: createLedger(() => ++acknowledged),
  });
  let log = await begin();
  for (let round = 1; round <= ROUNDS; round++) {
    // An acknowledgement is about an event, now and then one that was counted already.
    const wanted = ((EVENTS * 1.2) / ROUNDS) * round;
    const restores = isRestored(round);
    await loadAndKill(world, log.ledger, {
      channels,
      backsUp: restores,
      missing: () => wanted - acknowledged,
    });
    if (restores) {
      listed += await world.elsewhere((server) => judge(server, log, followers));
      await world.restore();
    }
    const handled = Math.max(...followers.map(({ journal }) => journal.place()?.after ?? 0));
    await world.start();
    if (!restores) continue;
    log = await begin();
    // A number that is given twice would lead those astray who send it without its log.
    expect(log.seq).toBeGreaterThan(handled);
  }
  world.passHalf();
  // A follower that began after the last message would read it, and get no event of it.
  const { log: newest } = log;
  await Promise.all(followers.map(({ journal }) => journal.begins(newest)));
  await allReceive(world, channels, followers);
  listed += await judge(world.server(), log, followers);
  console.log(`${listed} events in the order in which ${followers.length} heard them`);
  expect(listed).toBeGreaterThanOrEqual(EVENTS);
}

const isRestored = (round: number) => round % RESTORES_IN === Math.ceil(RESTORES_IN / 2);

type Load = { channels: readonly string[]; backsUp: boolean; missing: () => number };

/** Kills the server in the middle of its load, as soon as there was enough of it, and a backup made under it. */
async function loadAndKill(world: World, ledger: Ledger, { channels, backsUp, missing }: Load) {
  let ended: Promise<void> | undefined;
  let isKilled = false;
  const end = async () => {
    if (backsUp) await world.backUp();
    isKilled = true;
    await world.kill();
  };
  const enough = () => {
    if (missing() < (EVENTS / ROUNDS) * 0.2) world.passHalf();
    if (missing() <= 0) ended ??= end();
    return isKilled;
  };
  await write(world.server(), ledger, { channels, enough });
  await ended;
}

type Log = { log: string; seq: number; ledger: Ledger };

/**
 * Checks that each follower has its events, and the log everything acknowledged; returns the number
 * of events.
 */
async function judge(server: Server, { log, seq, ledger }: Log, followers: Follower[]) {
  const received = followers.map(({ journal, caller }) => ({
    name: journal.name,
    caller,
    said: journal.said(),
    parts: journal.parts.filter((part) => part.history === log),
  }));
  const froms = received.flatMap(({ parts }) => parts.map(({ from }) => from));
  const events = await listEvents(server, Math.min(seq, ...froms));
  expect(unlogged(events, ledger)).toEqual([]);
  for (const { name, caller, parts, said } of received) {
    const due = events.filter(({ channelId }) => caller.all || channelId === caller.receives);
    const differences = parts.map((part) => firstDifference(due, part));
    expect({ name, differences, said }).toEqual({ name, differences: [null], said });
  }
  return events.length;
}

/** Resolves once all have received their last message. */
async function allReceive({ server }: World, channels: readonly string[], followers: Follower[]) {
  const text = 'The end';
  for (const channelId of channels) {
    const send = callAs(server(), 'agent')<Message>;
    const { id } = (await send('POST', '/messages', { channelId, text })).body;
    const silent = new Set(followers.filter(({ caller }) => caller.receives === channelId));
    const all = Promise.all(
      [...silent].map((one) => one.journal.receives(id).then(() => silent.delete(one))),
    );
    const late = Bun.sleep(SILENCE_MS).then(() => {
      const left = [...silent].map(({ journal }) => [
        journal.name,
        journal.place()?.after,
        ...journal.said(),
      ]);
      throw new Error(`Not heard, ${JSON.stringify(left)} of ${id}`);
    });
    await Promise.race([all, late]);
  }
}
