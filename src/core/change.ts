import { StorageUnavailable } from '../storage/group-commit.ts';
import type { Tx } from '../storage/open.ts';
import type { Emit } from './bus.ts';
import { InboxError } from './errors.ts';
import type { InboxEvent, LastingName } from './events.ts';
import type { Inbox } from './inbox.ts';

/**
 * Makes one write, together with the others of this moment in one durable commit, and then announces
 * its events. Resolves when it is on the disk; when it rejects, nothing of it is.
 * Writes run one after another: wait for nothing but the database inside.
 */
export async function change<T>(
  inbox: Inbox,
  write: (tx: Tx, emit: Emit) => Promise<T>,
): Promise<T> {
  let events: InboxEvent<LastingName>[] = [];
  const emit: Emit = (name, payload) => events.push({ name, payload } as InboxEvent<LastingName>);
  const result = await inbox.store
    .commit(async (tx) => {
      // It runs anew where a neighbour failed.
      events = [];
      const written = await write(tx, emit);
      // Also those that a listener adds.
      for (const event of events) await inbox.bus.announceWithin(tx, event, emit);
      return written;
    })
    .catch((error) => {
      if (!(error instanceof StorageUnavailable)) throw error;
      if (error.isFull) inbox.refusal.fullAt = inbox.now();
      inbox.log.error({ err: error.cause }, 'the database refused a write');
      throw new InboxError(
        'unavailable',
        'The inbox cannot save anything at the moment; nothing was saved',
      );
    });
  inbox.refusal.fullAt = null;
  for (const event of events) inbox.bus.announce(event);
  return result;
}
