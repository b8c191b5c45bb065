/** `inbox show` among 20,000 questions: `bun run build`, then `bun run bench show [executable]`. */
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { reportFirstByte } from './commands/first-byte.ts';
import { filledWithPending } from './pending/filled.ts';

const data = await filledWithPending(20_000);
const db = new Database(join(data, 'inbox.db'), { readonly: true });
const { id } = db
  .query<{ id: string }, []>('select id from messages limit 1 offset 10000')
  .get() ?? {
  id: '',
};
db.close();
await reportFirstByte({ name: 'show', args: ['show', id], data, id, goals: { ratio: 5 } });
