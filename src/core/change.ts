import { groupOf, mustBeLogged } from '../storage/event-log.ts';
import type { Tx } from '../storage/store.ts';
import { StorageUnavailable, UnreadableDatabase } from '../storage/store.ts';
import type { Caller, Standing } from './access/callers.ts';
import { accessEnded, mustBeHuman, mustBeOwner, mustHaveLoggedIn } from './access/permissions.ts';
import { InboxError } from './errors.ts';
import type { EventName, InboxEvent } from './events.ts';
import type { Change, ChangeBy, Inbox } from './inbox.ts';
import { log } from './log/entries.ts';
import { noteAnnounced } from './log/state.ts';

/** An event of a change, with its number if it is logged. */
type Emitted = { event: InboxEvent; seq: number | null };

/**
 * Makes one write for a caller, together with other concurrent ones in one durable commit, and then
 * emits its events. Resolves when it is on the disk; when it rejects, nothing was written. Writes run
 * one after another: await nothing but the database inside.
 *
 * `write` gets the caller as they are at that moment, after all earlier writes: judge by that one what
 * they may do. A caller who has lost their access or their role is refused here.
 */
export const changeBy = <C extends Caller, T>(
  inbox: Inbox,
  caller: C,
  write: (change: ChangeBy<C>) => Promise<T>,
): Promise<T> =>
  changeByItself(inbox, async ({ tx, emit }) => {
    const known = callersOf(tx);
    const { id, find }: Standing<Caller> = caller.standing;
    const found = known.get(id) ?? (await find(tx));
    if (!found || !isAs(caller, found)) throw accessEnded(caller);
    known.set(id, found);
    mustHaveLostNothing(caller, found);
    return write({ inbox, tx, emit, caller: { ...found, origin: caller.origin } });
  });

/** Makes a change that decides, or grants the power to: without local answers, it needs a login. */
export const changeByLogin = <C extends Caller, T>(
  inbox: Inbox,
  caller: C,
  write: (change: ChangeBy<C>) => Promise<T>,
): Promise<T> =>
  changeBy(inbox, caller, async (change) => {
    if (change.caller.kind === 'human') mustHaveLoggedIn(change.caller);
    return write(change);
  });

/**
 * Makes a change of the inbox itself, such as one of its schedule, and for those who are not callers
 * yet: nobody's rights are judged.
 */
export async function changeByItself<T>(
  inbox: Inbox,
  write: (change: Change) => Promise<T>,
): Promise<T> {
  let emitted: Emitted[] = [];
  const result = await inbox.store
    .commit(async (tx) => {
      // It runs again if a neighbour failed.
      emitted = [];
      const change: Change = {
        inbox,
        tx,
        emit: (name, payload, noted) => {
          const event = { name, payload } as InboxEvent;
          if (ENDS_RIGHTS.includes(name)) lookedUp.delete(groupOf(tx));
          emitted.push({ event, seq: log(change, event, noted) });
        },
      };
      const written = await write(change);
      // Including those that a listener adds.
      for (const { event } of emitted) await inbox.bus.announceWithin(change, event);
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

/** After these, within the same group too, a caller may not be what they were. */
const ENDS_RIGHTS: EventName[] = ['access:changed', 'contact:changed', 'localAnswers:changed'];

/** The callers of each open group, by their credential. */
const lookedUp = new WeakMap<object, Map<string, Caller>>();

/** A caller is looked up once in each group, and never in a cache. */
function callersOf(tx: Tx): Map<string, Caller> {
  const group = groupOf(tx);
  const known = lookedUp.get(group) ?? new Map<string, Caller>();
  lookedUp.set(group, known);
  return known;
}

const isAs = <C extends Caller>({ kind }: C, found: Caller): found is C => found.kind === kind;

/** Channels are judged where one is named. */
function mustHaveLostNothing(before: Caller, now: Caller): void {
  if (before.kind !== 'human') return;
  mustBeHuman(now);
  if (before.role === 'owner') mustBeOwner(now);
}

/** Returns the answer to a request that met a damaged database; null for any other error. */
export const damageIn = (error: unknown): InboxError | null =>
  error instanceof UnreadableDatabase ? new InboxError('unavailable', DAMAGED) : null;

/** Without the path, which is for those on the inbox's machine. */
const DAMAGED =
  'The database of the inbox is damaged. On its machine, stop the server and restore a backup with `inbox backup restore`';
