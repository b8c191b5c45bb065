/** An agent that asks and retracts, and a person who answers, until the server is killed. */
import { randomUUID } from 'node:crypto';
import type { Message } from '../../../src/core/messages/schema.ts';
import { type Called, callAs } from '../../support/faults/load.ts';

const SIDES = 4;
/** Between requests while it is not time yet. */
const PAUSE_MS = 200;

/** When each question had ended for certain, in milliseconds since 1970. */
export type Ends = Map<string, number>;
type World = { channelId: string; random: () => number; ends: Ends };

type Kill = {
  /** How many questions are asked before it. */
  count: number;
  /** Whether the moment has come. */
  isTime: () => boolean;
  kill: () => Promise<unknown>;
};

/** Asks, retracts and answers until it is time, then kills the server while requests are under way. */
export async function askUntilKilled(
  server: Called,
  world: World,
  { count, isTime, kill }: Kill,
): Promise<void> {
  const pending: string[] = [];
  let asked = 0;
  let killed: Promise<unknown> | undefined;
  const side = async () => {
    while (!killed) {
      if ((await act(server, world, pending)) === 'asked') asked++;
      if (asked < count) continue;
      if (isTime()) killed ??= kill();
      else await Bun.sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: SIDES }, side));
  await killed;
}

type Done = 'asked' | 'ended' | 'cut off';

/** Makes one request; the connection breaks when the server is killed. */
async function act(server: Called, world: World, pending: string[]): Promise<Done> {
  const chance = world.random();
  try {
    if (chance < 0.6 || pending.length === 0) {
      pending.push(await ask(server, world));
      return 'asked';
    }
    const id = pending.shift() ?? '';
    if (chance < 0.8) await send(server, 'agent', 'DELETE', `/messages/${id}`);
    else {
      const response = { selectedOption: 'approve' };
      await send(server, 'owner', 'POST', `/reviews/${id}/respond`, { response });
    }
    world.ends.set(id, Math.min(world.ends.get(id) ?? Number.POSITIVE_INFINITY, Date.now()));
    return 'ended';
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 'cut off';
    throw error;
  }
}

/** A question with a title of its own, and its id; one in four expires soon. */
async function ask(server: Called, { channelId, random, ends }: World): Promise<string> {
  const expiresInSeconds = random() < 0.25 ? 1 : 3600;
  const review = {
    type: 'approval',
    payload: { title: randomUUID() },
    expiresInSeconds,
    urgency: random() < 0.3 ? 'high' : 'normal',
  };
  const { id } = await send(server, 'agent', 'POST', '/messages', { channelId, review });
  if (expiresInSeconds === 1) ends.set(id, Date.now() + 1000);
  return id;
}

async function send(
  server: Called,
  who: 'agent' | 'owner',
  method: string,
  path: string,
  body?: unknown,
): Promise<Message> {
  const { status, body: answer } = await callAs(server, who)<Message>(method, path, body);
  // It may have expired.
  if (status >= 300 && ![404, 409].includes(status)) throw new Error(`${path}: ${status}`);
  return answer;
}
