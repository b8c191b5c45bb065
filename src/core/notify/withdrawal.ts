/** Questions that end for a reason other than an answer: its notices end in the same change. */
import type { Tx } from '../../storage/store.ts';
import { channelsGrantedTo } from '../access/grants.ts';
import type { Emit } from '../bus.ts';
import type { Inbox } from '../inbox.ts';
import { removeContacts } from './contacts.ts';
import { messagesAskedOf } from './ending-table.ts';
import { knownPeople } from './known-people.ts';
import { endPairings } from './pairings.ts';
import {
  endNoticesOf,
  endNoticesTo,
  recountAskedAt,
  settleNotices,
  skipNoticesTo,
} from './settling.ts';
import { dropNotices } from './sweep.ts';

/** Starts to end the notices of what is removed, and of users who lose access. */
export function watchWithdrawals(inbox: Inbox): void {
  const { bus } = inbox;
  const settle = async (tx: Tx, emit: Emit, ids: readonly string[]) => {
    if (!(await knownPeople(inbox)).hasContacts) return;
    await settleNotices(inbox, tx, emit, ids);
    for (const id of ids) await dropNotices(tx, id);
  };
  bus.within('message:deleted', (tx, { id }, emit) => settle(tx, emit, [id]));
  bus.within('messages:pruned', (tx, { ids }, emit) => settle(tx, emit, ids));
  bus.within('agent:deleted', async (tx, { id }, emit) =>
    settle(tx, emit, await messagesAskedOf(tx, id)),
  );
  bus.within('contact:removed', (tx, { contactId }, emit) =>
    endNoticesTo(inbox, tx, emit, contactId),
  );
  bus.within('contact:disabled', (tx, { contactId }, emit) =>
    skipNoticesTo(inbox, tx, emit, contactId),
  );
  bus.within('contact:health', (tx, { contactId }, emit) => recountAskedAt(tx, emit, contactId));
  bus.within('access:changed', async (tx, whose, emit) => {
    if (!('userId' in whose)) return;
    const { userId } = whose;
    const channels = await channelsGrantedTo(tx, userId);
    if (channels === null) await endPairings(tx, userId);
    if (!(await knownPeople(inbox)).hasContacts) return;
    if (channels === null) await removeContacts(inbox, tx, emit, userId);
    else await endNoticesOf(inbox, tx, emit, userId, channels);
  });
}
