import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

type Contact = { id: string; userId: string; kind: string; address: string };

/**
 * Browsers and Telegram chats are confirmed by how they were added. An address that was not confirmed no
 * longer keeps others from confirming it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update contacts set "confirmedAt" = "verifiedAt"
    where kind in ('webpush', 'telegram') and "confirmedAt" is null`.execute(db);
  const { rows } = await sql<Contact>`select id, "userId", kind, address from contacts
    where "confirmedAt" is null and digest is not null`.execute(db);
  for (const { id, userId, kind, address } of rows) {
    const digest = createHash('sha256').update(`${kind}\n${address}\n${userId}`).digest('hex');
    await sql`update contacts set digest = ${digest} where id = ${id}`.execute(db);
  }
}
