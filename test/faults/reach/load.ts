/** An agent that asks and retracts, and a person who answers, until the server is killed. */
import { randomUUID } from 'node:crypto';
import type { Message } from '../../../src/core/messages/schema.ts';
import { type Called, callAs } from '../../support/faults/load.ts';

const SIDES = 4;

type World = { channelId: string; random: () => number };

/** Makes requests until `count` were acknowledged, then calls `kill` while others are under way. */
export async function askUntilKilled(
  server: Called,
  { channelId, random }: World,
  { count, kill }: { count: number; kill: () => Promise<unknown> },
): Promise<void> {
  const pending: string[] = [];
  let acknowledged = 0;
  let killed: Promise<unknown> | undefined;
  const side = async () => {
    while (!killed) {
      if (await act(server, { channelId, random }, pending)) acknowledged++;
      if (acknowledged >= count) killed ??= kill();
    }
  };
  await Promise.all(Array.from({ length: SIDES }, side));
  await killed;
}

/** Returns whether it was acknowledged; the connection breaks when the server is killed. */
async function act(server: Called, { channelId, random }: World, pending: string[]) {
  const chance = random();
  const done = async (who: 'agent' | 'owner', method: string, path: string, body?: unknown) => {
    const { status, body: answer } = await callAs(server, who)<Message>(method, path, body);
    // It may have expired.
    if (status >= 300 && ![404, 409].includes(status)) throw new Error(`${path}: ${status}`);
    return answer;
  };
  try {
    if (chance < 0.6 || pending.length === 0) {
      const review = reviewOf(random);
      const { id } = await done('agent', 'POST', '/messages', { channelId, review });
      pending.push(id);
    } else if (chance < 0.8) {
      await done('agent', 'DELETE', `/messages/${pending.shift()}`);
    } else {
      const response = { selectedOption: 'approve' };
      await done('owner', 'POST', `/reviews/${pending.shift()}/respond`, { response });
    }
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

/** Its title is its own; one in four expires soon. */
const reviewOf = (random: () => number) => ({
  type: 'approval',
  payload: { title: randomUUID() },
  urgency: random() < 0.3 ? 'high' : 'normal',
  expiresInSeconds: random() < 0.25 ? 1 : 3600,
});
