/** The state of the log in memory: how far it was announced, and its id. */
import { randomUUID } from 'node:crypto';
import { dropState, readState, writeState } from '../../storage/state.ts';
import type { Store, Tx } from '../../storage/store.ts';
import { HeldCount } from '../held-count.ts';
import type { Waiter } from '../reviews/waiter.ts';
import { deleteEvents } from './table.ts';

/** `id` is new with each restore: numbers of another log mean nothing here. */
export type LogState = {
  id: string;
  announced: number;
  /** The long polls waiting for the next event. */
  waiters: Set<Waiter>;
  /** The requests that wait for events: long polls and streams. */
  held: HeldCount;
  isClosed: boolean;
};

const NAME = 'event-log';

export async function openLog(store: Store): Promise<LogState> {
  const known = await readState<string>(store.read, NAME);
  const id = known ?? randomUUID();
  if (known === null) await store.commit((tx) => writeState(tx, NAME, id));
  const held = new HeldCount();
  return { id, announced: store.lastSeq(), waiters: new Set(), held, isClosed: false };
}

/** Within the change of a restore: the logged events differ from what clients have seen since. */
export async function startLog(tx: Tx): Promise<void> {
  await deleteEvents(tx);
  await dropState(tx, NAME);
}
