/** An upgrade ends the links that a contact's secret signed: what is pending is sent again, with links that work. */
import { expect, test } from 'bun:test';
import { testMigrating } from '../support/inbox/migrating.ts';

test('sends again what is pending and had links, and keeps no secret of a contact', async () => {
  await using migrating = testMigrating();
  const { db, migrateUpTo } = migrating;
  await migrateUpTo('0039');
  db.run('pragma foreign_keys = off');
  db.run(`insert into contacts (id, userId, kind, name, address, lane, secret, answers, shows, "from", createdAt,
    confirmedAt) values ('open', 'u', 'ntfy', 'n', 'a', 'ntfy', 'aa', 1, 'all', 'low', '', '2030'),
    ('closed', 'u', 'ntfy', 'n', 'b', 'ntfy', 'bb', 0, 'all', 'low', '', '2030'),
    ('unconfirmed', 'u', 'ntfy', 'n', 'c', 'ntfy', 'cc', 1, 'all', 'low', '', null),
    ('titles', 'u', 'ntfy', 'n', 'd', 'ntfy', 'dd', 1, 'title', 'low', '', '2030'),
    ('nothing', 'u', 'ntfy', 'n', 'e', 'ntfy', 'ee', 1, 'nothing', 'low', '', '2030')`);
  const review = db.prepare(`insert into reviews (messageId, channelId, type, payload, status,
    expiresInSeconds)
    values (?, 'c', 'approval', '{}', ?, 600)`);
  review.run('asked', 'pending');
  review.run('ended', 'completed');
  const insert =
    db.prepare(`insert into notices (id, messageId, contactId, userId, kind, lane, what, round,
    status, dueAt, attempts, mayHaveArrived, sentWith, createdAt, sentAt)
    values (?, ?, ?, 'u', ?, 'l', 'asks', ?, 'accepted', '2030', 1, 0, ?, '2030', '2030')`);
  insert.run('linked', 'asked', 'open', 'ntfy', 0, null);
  insert.run('settled', 'ended', 'open', 'ntfy', 0, null);
  insert.run('counted', 'asked', 'open', 'ntfy', 1, 'counted');
  insert.run('chatted', 'asked', 'open', 'slack', 2, null);
  insert.run('unlinked', 'asked', 'closed', 'ntfy', 0, null);
  // Their buttons had links as well, and go when they are sent again.
  insert.run('unconfirmed', 'asked', 'unconfirmed', 'ntfy', 0, null);
  insert.run('titled', 'asked', 'titles', 'ntfy', 0, null);
  insert.run('secret', 'asked', 'nothing', 'ntfy', 0, null);
  expect((await migrateUpTo('0040')).error).toBeUndefined();
  const waiting = db.query<{ id: string }, []>("select id from notices where status = 'waiting'");
  const ids = waiting.all().map(({ id }) => id);
  expect(ids.sort()).toEqual(['linked', 'titled', 'unconfirmed']);
  const columns = db.query<{ name: string }, []>("select name from pragma_table_info('contacts')");
  expect(columns.all().map(({ name }) => name)).not.toContain('secret');
});
