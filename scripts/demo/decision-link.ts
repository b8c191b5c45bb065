/**
 * A decision link and the code of a test as an e-mail contains them. What was sent can't be read in a data directory,
 * so each is written there as if it had been sent again.
 */
import { Database, SQLiteError } from 'bun:sqlite';
import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../src/core/access/secrets.ts';
import { linkOf } from '../../src/core/notify/links.ts';
import { databaseIn } from '../../src/storage/directory.ts';

type Question = { id: string; review: { expiresAt: string | null } | null };
type Values = Record<string, string | number | null>;

export const decisionLink = (
  data: string,
  contactId: string,
  { id: messageId, review }: Question,
  option: number | null = 0,
): Promise<string> =>
  written(data, (db) => {
    const token = randomBytes(32).toString('base64url');
    const { seq } = rowBy(db, 'select changeSeq as seq from messages where id = ?', messageId);
    const { id: noticeId } = rowBy(
      db,
      'select id from notices where contactId = ?1 order by messageId = ?2 desc limit 1',
      contactId,
      messageId,
    );
    insert(db, 'notice_tokens', {
      hash: hashSecret(token),
      noticeId: noticeId ?? null,
      attempt: 1,
      contactId,
      messageId,
      seq: seq ?? null,
      expiresAt: review?.expiresAt ?? null,
    });
    return linkOf(token, option);
  });

/** A code for a contact to which a test was sent. */
export const testCode = (data: string, testId: string): Promise<string> =>
  written(data, (db) => {
    const code = '314159';
    const sent = rowBy(db, 'select * from notices where id = ?', testId);
    const noticeId = `${testId}-again`;
    insert(db, 'notices', { ...sent, id: noticeId, status: 'accepted', leasedUntil: null });
    insert(db, 'codes', { noticeId, hash: Bun.password.hashSync(code), tries: 0 });
    return code;
  });

/** A server of the same process could not go on while this waited for it. */
async function written(data: string, write: (db: Database) => string): Promise<string> {
  using db = new Database(databaseIn(data));
  for (;;) {
    try {
      return db.transaction(() => write(db)).immediate();
    } catch (error) {
      if (!(error instanceof SQLiteError) || error.code !== 'SQLITE_BUSY') throw error;
      await Bun.sleep(5);
    }
  }
}

const rowBy = (db: Database, query: string, ...given: string[]): Values =>
  db.query<Values, string[]>(query).get(...given) ?? {};

function insert(db: Database, table: string, row: Values): void {
  const names = Object.keys(row);
  const columns = names.map((name) => `"${name}"`).join(', ');
  const marks = names.map(() => '?').join(', ');
  db.query(`insert into ${table} (${columns}) values (${marks})`).run(...Object.values(row));
}
