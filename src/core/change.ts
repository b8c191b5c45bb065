import { mustBeLogged } from '../storage/event-log.ts';
import type { Tx } from '../storage/store.ts';
import { StorageUnavailable, UnreadableDatabase } from '../storage/store.ts';
import type { Emit } from './bus.ts';
import { InboxError } from './errors.ts';
import type { InboxEvent } from './events.ts';
import type { Inbox } from './inbox.ts';
import { log } from './log/entries.ts';
import { noteAnnounced } from './log/state.ts';

/** An event of a change, with its number if it is logged. */
type Emitted = { event: InboxEvent; seq: number | null };

/**
 * Makes one write, together with other concurrent ones in one durable commit, and then emits its
 * events. Resolves when it is on the disk; when it rejects, nothing was written. Writes run one
 * after another: await nothing but the database inside.
 */
export async function change<T>(
  inbox: Inbox,
  write: (tx: Tx, emit: Emit) => Promise<T>,
): Promise<T> {
  let emitted: Emitted[] = [];
  const result = await inbox.store
    .commit(async (tx) => {
      // It runs again if a neighbour failed.
      emitted = [];
      const emit: Emit = (name, payload, noted) => {
        const event = { name, payload } as InboxEvent;
        emitted.push({ event, seq: log(inbox, tx, event, noted) });
      };
      const written = await write(tx, emit);
      // Including those that a listener adds.
      for (const { event } of emitted) await inbox.bus.announceWithin(tx, event, emit);
      mustBeLogged(tx);
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
  for (const { event, seq } of emitted) {
    if (seq !== null) noteAnnounced(inbox.eventLog, seq);
    inbox.bus.announce(event, seq);
  }
  return result;
}

/** Returns the answer to a request that met a damaged database; null for any other error. */
export const damageIn = (error: unknown): InboxError | null =>
  error instanceof UnreadableDatabase ? new InboxError('unavailable', DAMAGED) : null;

/** Without the path, which is for those on the inbox's machine. */
const DAMAGED =
  'The database of the inbox is damaged. On its machine, stop the server and restore a backup with `inbox backup restore`';
