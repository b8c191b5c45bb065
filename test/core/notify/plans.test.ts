/** Notices stay as long as their messages: what is done again and again must not read all of them. */
import { Database } from 'bun:sqlite';
import { expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { deleteContact } from '../../../src/core/notify/contacts.ts';
import { finishContactRemovals, sweepNotices } from '../../../src/core/notify/sweep.ts';
import { settleExpired } from '../../../src/core/reviews/expiry.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { testReaching } from '../../support/reach/reaching.ts';

const review = { type: 'approval', payload: { title: 'Deploy?' } } as const;

test('reads notices by an index while it asks, sends, takes back and sweeps', async () => {
  using prepare = spyOn(Database.prototype, 'prepare');
  await using reaching = await testReaching();
  const { inbox, ntfy, worker } = reaching;
  const { id: contactId } = await reaching.contact();
  const asked = [];
  for (let count = 0; count < 5; count++) asked.push(await inbox.send({ review }));
  await ntfy.has(3);
  inbox.clock.advance(21_000);
  worker.look();
  await ntfy.has(4);
  for (const { id } of asked) {
    await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
    inbox.clock.advance(3000);
    worker.look();
    await reaching.reaches(id, ({ state }) => state === 'settled');
    await deleteMessage(inbox, inbox.owner, id);
  }
  inbox.clock.advance(60_000);
  const { id } = await inbox.send({ review: { ...review, expiresInSeconds: 10 } });
  await reaching.reaches(id, ({ state }) => state === 'sent');
  inbox.clock.advance(11_000);
  await settleExpired(inbox);
  await reaching.reaches(id, ({ state }) => state === 'settled');
  await deleteContact(inbox, inbox.owner, contactId);
  await sweepNotices(inbox);
  await finishContactRemovals(inbox);

  const read = prepare.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => /^(select|update|delete)\b.*"notices"/is.test(sql));
  expect(read.length).toBeGreaterThan(15);
  const scans = read.filter((sql) => scansNotices(inbox.data, sql));
  expect(scans).toEqual([]);
});

function scansNotices(data: string, sql: string): boolean {
  using db = new Database(join(data, 'inbox.db'), { readonly: true });
  const plan = db.query<{ detail: string }, []>(`explain query plan ${sql}`).all();
  return plan.some(({ detail }) => /^SCAN (notices|asking)(?! USING)/.test(detail));
}
