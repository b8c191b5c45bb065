/** Thousands of calls that the inbox holds: how they come about, and what they cost. */
import type { NewKey } from '../../../src/core/access/schema.ts';
import type { Agent } from '../../../src/core/channels/schema.ts';
import { type Connection, connect } from './connection.ts';
import { cpuMs, residentBytes } from './process.ts';
import { report } from './report.ts';
import type { startInbox } from './server.ts';

type Inbox = Awaited<ReturnType<typeof startInbox>>;

const KEYS = 8;
const CALLS_OF_A_KEY = 500;
/** As many as an inbox holds. */
export const CALLS = KEYS * CALLS_OF_A_KEY;
const AT_ONCE = 100;
const WARM = 1000;

/** Creates a channel, and the keys that share the calls. */
export async function keysOf(inbox: Inbox) {
  const channel = await inbox.post<Agent>('/agents', { name: 'bench' });
  const keys = await Promise.all(
    Array.from({ length: KEYS }, (_, at) =>
      inbox.post<NewKey>('/keys', { name: `bench ${at}`, channels: [channel.id] }),
    ),
  );
  return { channel, keyOf: (at: number): string => keys[at % KEYS]?.key ?? '' };
}

type Held = {
  /** Sends a call that is not held: the first ones take what is taken once, such as compiled code. */
  warm: (connection: Connection, at: number) => Promise<unknown>;
  /** Sends a call on each connection, and reports that all are held. */
  hold: (connections: Connection[]) => Promise<void>;
  idleMs: number;
};

/** Reports the CPU time of all calls while they are held, and the memory of each. */
export async function reportHeld(inbox: Inbox, { warm, hold, idleMs }: Held): Promise<void> {
  for (let at = 0; at < WARM; at += AT_ONCE) {
    const one = async (_: unknown, n: number) => warm(await connect(inbox.url), at + n);
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  }
  const connections: Connection[] = [];
  for (let at = 0; at < CALLS; at += AT_ONCE) {
    const more = Array.from({ length: AT_ONCE }, () => connect(inbox.url));
    connections.push(...(await Promise.all(more)));
  }
  const before = residentBytes(inbox.pid);
  await hold(connections);
  const cpu = cpuMs(inbox.pid);
  await Bun.sleep(idleMs);
  report('CPU while they are held', ((cpuMs(inbox.pid) - cpu) / idleMs) * 100, '% of a core', {
    atMost: 25,
  });
  const each = (residentBytes(inbox.pid) - before) / CALLS / 1024;
  report('memory a held call, beyond its connection', each, 'KiB', { atMost: 16 });
}
