/** The database of an inbox that runs, perhaps in another process. */
import { Database } from 'bun:sqlite';
import { join } from 'node:path';

/** Opens it to look, or to change what no call changes; waits for writes of the inbox. */
export function openBeside(data: string): Database {
  const db = new Database(join(data, 'inbox.db'));
  db.run('pragma busy_timeout = 10000');
  return db;
}
