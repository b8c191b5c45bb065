import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';

export const insertToken = prepared<Omit<Row<'notice_tokens'>, 'seq'>, never>((db, parameter) =>
  db.insertInto('notice_tokens').values(({ selectFrom }) => ({
    hash: parameter('hash'),
    noticeId: parameter('noticeId'),
    attempt: parameter('attempt'),
    contactId: parameter('contactId'),
    messageId: parameter('messageId'),
    seq: selectFrom('messages').select('changeSeq').where('id', '=', parameter('messageId')),
    expiresAt: parameter('expiresAt'),
  })),
);

export const deleteTokens = prepared<{ noticeId: string; before: number }, never>((db, parameter) =>
  db
    .deleteFrom('notice_tokens')
    .where('noticeId', '=', parameter('noticeId'))
    .where('attempt', '<', parameter('before')),
);

export async function deleteToken(tx: Tx, hash: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('notice_tokens')
    .where('hash', '=', hash)
    .returning('hash')
    .execute();
  return rows.length > 0;
}

const byHash = prepared<{ hash: string }, Row<'notice_tokens'>>((db, parameter) =>
  db.selectFrom('notice_tokens').selectAll().where('hash', '=', parameter('hash')),
);

export const tokenRow = async (db: Tx, hash: string): Promise<Row<'notice_tokens'> | undefined> =>
  (await byHash(db, { hash }))[0];
