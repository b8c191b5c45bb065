import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Caller } from '../access/callers.ts';
import { mustBeOwner } from '../access/permissions.ts';
import { countFiles } from '../files/stored.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { About } from './schema.ts';

/** For owners: all but the version, which only the program knows. */
export async function describeInbox(inbox: Inbox, caller: Caller): Promise<Omit<About, 'version'>> {
  mustBeOwner(caller);
  return {
    dataDirectory: inbox.data,
    databaseBytes: await databaseBytes(inbox.data),
    files: await countFiles(inbox.store.read),
    startedAt: toTimestamp(inbox.openedAt),
  };
}

/** With what its log holds that is not in it yet. */
async function databaseBytes(data: string): Promise<number> {
  const sizes = ['inbox.db', 'inbox.db-wal'].map((name) =>
    stat(join(data, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
