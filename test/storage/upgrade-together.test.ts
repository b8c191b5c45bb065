/** Questions that one notice counted before an upgrade are sent, reminded of and taken back after it as before. */
import { expect, test } from 'bun:test';
import { testMigrating } from '../support/inbox/migrating.ts';

const DUE = '2030-01-02T12:00:20.000Z';
const SENT = '2030-01-02T12:00:21.000Z';

test('turns notices that another one counted into notices that know their notification', async () => {
  await using migrating = testMigrating();
  const { db, migrateUpTo } = migrating;
  await migrateUpTo('0037');
  const insert =
    db.prepare(`insert into notices (id, messageId, contactId, userId, kind, lane, what, round,
    status, dueAt, expiresAt, attempts, mayHaveArrived, handle, gatheredBy, createdAt, sentAt)
    values (?, ?, 'c', 'u', 'slack', 'slack', ?, 0, ?, ?, '2030-02', 0, ?, ?, ?, '2030-01-02', ?)`);
  const add = (
    id: string,
    what: string,
    status: string,
    more: { by?: string; dueAt?: string; sentAt?: string; handle?: string; maybe?: number } = {},
  ) =>
    insert.run(
      id,
      what === 'gathers' ? null : `m-${id}`,
      what,
      status,
      more.dueAt ?? '2030-01-02',
      more.maybe ?? 0,
      more.handle ?? null,
      more.by ?? null,
      more.sentAt ?? null,
    );
  add('sent', 'gathers', 'waiting', { dueAt: DUE, sentAt: SENT, handle: 'ts-1' });
  add('shown', 'asks', 'gathered', { by: 'sent', sentAt: SENT });
  add('answered', 'asks', 'accepted', { by: 'sent', sentAt: SENT });
  add('reminder', 'reminds', 'gathered', { by: 'sent', dueAt: DUE });
  add('correction', 'settles', 'gathered', { by: 'sent' });
  add('new', 'gathers', 'waiting', { dueAt: DUE });
  add('fresh', 'asks', 'gathered', { by: 'new' });
  add('cut', 'gathers', 'sending', { dueAt: DUE });
  add('flying', 'asks', 'gathered', { by: 'cut' });
  add('lost', 'gathers', 'unknown', { dueAt: DUE, maybe: 1 });
  add('doubtful', 'asks', 'gathered', { by: 'lost', maybe: 1 });
  add('single', 'asks', 'accepted', { sentAt: SENT });
  expect((await migrateUpTo('0038')).error).toBeUndefined();

  const rows = db
    .query<{ id: string; is: string }, []>(
      `select id, status || ' ' || coalesce(sentWith, '-') || ' ' || dueAt || ' ' ||
        coalesce(handle, '-') || ' ' || mayHaveArrived || iif(expiresAt < '2030-02', ' ended', '') as "is"
      from notices order by id`,
    )
    .all();
  expect(Object.fromEntries(rows.map((row) => [row.id, row.is]))).toEqual({
    answered: 'accepted sent 2030-01-02 ts-1 0 ended',
    correction: 'waiting sent 2030-01-02 - 0',
    doubtful: 'unknown lost 2030-01-02 - 1',
    flying: `waiting cut ${DUE} - 1`,
    fresh: `waiting fresh ${DUE} - 0`,
    reminder: `waiting sent ${DUE} - 0`,
    shown: 'accepted sent 2030-01-02 ts-1 0',
    single: 'accepted - 2030-01-02 - 0',
  });
});
