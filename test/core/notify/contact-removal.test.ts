/** The rows of a removed contact are deleted in the background. */
import { expect, test } from 'bun:test';
import { deleteContact } from '../../../src/core/notify/contacts.ts';
import { finishContactRemovals } from '../../../src/core/notify/sweep.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { startSchedule } from '../../../src/schedule.ts';
import { review } from '../../support/reach/burst.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { testReaching } from '../../support/reach/reaching.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
type Reaching = Awaited<ReturnType<typeof testReaching>>;

const noticesTo = ({ inbox }: Reaching, contactId: string) =>
  inbox.store.read.selectFrom('notices').select('id').where('contactId', '=', contactId).execute();
const contactIds = async ({ inbox }: Reaching) =>
  (await inbox.store.read.selectFrom('contacts').select('id').execute()).map(({ id }) => id);

test('deletes only what was sent to the removed contact, however much there is', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  const [kept, removed] = [await reaching.contact(), await reaching.contact({ address: 'old' })];
  const asks = { review: { ...review, urgency: 'high' } } as const;
  const asked = await Promise.all(Array.from({ length: 600 }, () => inbox.send(asks)));
  for (const { id } of asked) {
    await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  }
  const before = (await noticesTo(reaching, kept.id)).length;
  expect((await noticesTo(reaching, removed.id)).length).toBeGreaterThanOrEqual(600);
  await deleteContact(inbox, inbox.owner, removed.id);
  const schedule = startSchedule(inbox);
  await eventually(async () => (await contactIds(reaching)).length === 1);
  schedule.stop();
  expect(await contactIds(reaching)).toEqual([kept.id]);
  expect(await noticesTo(reaching, removed.id)).toEqual([]);
  expect((await noticesTo(reaching, kept.id)).length).toBeGreaterThanOrEqual(before);
});

test('deletes a contact after a day whose provider never took back what it had', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  const { id: contactId } = await reaching.contact();
  const { id } = await inbox.send({ review });
  await reaching.reaches(id, ({ state }) => state === 'sent');
  await reaching.worker.stop();
  await deleteContact(inbox, inbox.owner, contactId);
  await finishContactRemovals(inbox);
  expect(await contactIds(reaching)).toEqual([contactId]);
  inbox.clock.advance(DAY_MS);
  await finishContactRemovals(inbox);
  expect(await contactIds(reaching)).toEqual([]);
  expect(await noticesTo(reaching, contactId)).toEqual([]);
});
