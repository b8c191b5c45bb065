/** Whether this inbox can push, and what its owner must do if it can't. */

import { ownerEmails } from '../../core/access/owners.ts';
import { InboxError } from '../../core/errors.ts';
import type { Tx } from '../../storage/store.ts';
import type { Ways } from '../ways.ts';
import { subjectOf } from './operator.ts';

type Reading = { read: Tx; ways: Ways };

/** Shown wherever push is off. */
export const NO_SUBJECT =
  'Push notifications are off: push services require a public contact address. The owner must set INBOX_PUBLIC_URL to an https URL, or INBOX_PUSH_SUBJECT to an e-mail address';

/** The address that push services get; null if there is none, and so no push. */
export const pushSubject = async ({ read, ways }: Reading): Promise<string | null> =>
  subjectOf(ways, await ownerEmails(read));

/** @throws InboxError `conflict`, with what the owner must do */
export async function mustHavePushSubject(reading: Reading): Promise<void> {
  if ((await pushSubject(reading)) === null) throw new InboxError('conflict', NO_SUBJECT);
}
