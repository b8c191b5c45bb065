import type { Caller } from '../access/callers.ts';
import { mustBeOwner } from '../access/permissions.ts';
import { countFiles } from '../files/stored.ts';
import type { Inbox } from '../inbox.ts';
import { renewedLately } from '../log/start-note.ts';
import { toTimestamp } from '../time.ts';
import type { About } from './schema.ts';

/** Describes the inbox to owners, except for what only the program knows. */
export async function describeInbox(
  inbox: Inbox,
  caller: Caller,
): Promise<Omit<About, 'version' | 'settings'>> {
  mustBeOwner(caller);
  const { databaseBytes, walBytes } = await inbox.store.size();
  return {
    dataDirectory: inbox.data,
    // Includes what is only in its write-ahead log so far.
    databaseBytes: databaseBytes + walBytes,
    files: await countFiles(inbox.store.read),
    startedAt: toTimestamp(inbox.openedAt),
    damage: inbox.damage.fault,
    renewed: renewedLately(inbox.eventLog.kept, inbox.now()),
  };
}
