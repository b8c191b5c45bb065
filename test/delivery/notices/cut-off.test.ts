/** A notice that the end of the process cut off is sent again after the next start, unless it has ended since. */
import { expect, test } from 'bun:test';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { deleteContact } from '../../../src/core/notify/contacts.ts';
import { finishContactRemovals } from '../../../src/core/notify/sweep.ts';
import { testContact } from '../../../src/core/notify/verify.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { review } from '../../support/reach/burst.ts';
import { testReaching } from '../../support/reach/reaching.ts';

/** An inbox whose notifications hang until `end` has ended its worker. */
async function hanging() {
  const never = Promise.withResolvers<number>();
  let hangs = true;
  const before = async () => (hangs ? never.promise : null);
  const reaching = await testReaching({ before });
  // Apprise's messages can't be taken back: nothing follows them.
  const contact = await reaching.contact({ kind: 'apprise', address: 'key' });
  const rows = async (table: 'contacts' | 'notices') =>
    reaching.inbox.store.read.selectFrom(table).select('id').execute();
  return {
    ...reaching,
    contact,
    async end(): Promise<void> {
      await reaching.worker.stop();
      hangs = false;
      never.resolve(500);
    },
    async left() {
      await finishContactRemovals(reaching.inbox);
      return (await rows('contacts')).length + (await rows('notices')).length;
    },
  };
}

test.each([
  ['question', ({ inbox }: Cut) => inbox.send({ review })],
  ['test', ({ inbox, contact }: Cut) => testContact(inbox, inbox.owner, contact.id)],
])('sends no %s again to a contact that was removed, and deletes the contact', async (_, begin) => {
  await using cut = await hanging();
  const { inbox, ntfy } = cut;
  await begin(cut);
  await ntfy.has(1);
  await deleteContact(inbox, inbox.owner, cut.contact.id);
  await cut.end();
  expect(await cut.left()).toBe(2);
  const next = await cut.start();
  expect(await cut.left()).toBe(0);
  await next.stop();
  expect(ntfy.received).toHaveLength(1);
});
type Cut = Awaited<ReturnType<typeof hanging>>;

test('deletes the notice of a removed message that was cut off, and keeps the contact', async () => {
  await using cut = await hanging();
  const { inbox, ntfy } = cut;
  const { id } = await inbox.send({ review });
  await ntfy.has(1);
  await deleteMessage(inbox, inbox.agent, id);
  await cut.end();
  expect(await cut.left()).toBe(2);
  const next = await cut.start();
  expect(await cut.left()).toBe(1);
  await next.stop();
});

test('settles a question that was answered while its notification was cut off', async () => {
  await using cut = await hanging();
  const { inbox, ntfy } = cut;
  const { id } = await inbox.send({ review });
  await ntfy.has(1);
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  await cut.end();
  const next = await cut.start();
  expect(await cut.reach(id)).toMatchObject({ state: 'settled', notices: { unknown: 1 } });
  await next.stop();
  expect(ntfy.received).toHaveLength(1);
});
