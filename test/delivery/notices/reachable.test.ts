/** How many users a pending question can still reach, and the warning once there are none. */
import { expect, test } from 'bun:test';
import { deleteContact, updateContact } from '../../../src/core/notify/contacts.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { personIn } from '../../support/reach/question.ts';
import { testReaching } from '../../support/reach/reaching.ts';

const review = { type: 'approval', payload: { title: 'Deploy?' } };
const nobody = { state: 'nobody', reachable: 0, warning: expect.stringContaining('Nobody can be') };
type Reaching = Awaited<ReturnType<typeof testReaching>>;

/** A question whose notice is not due yet, so that only its contact decides whom it reaches. */
async function waiting({ inbox }: Reaching, contactId: string) {
  await updateContact(inbox, inbox.owner, contactId, { delaySeconds: 60 });
  return inbox.send({ review });
}

/** A contact that the server refuses. */
async function failing(reaching: Reaching) {
  reaching.ntfy.answer(() => 403);
  const contact = await reaching.contact();
  const { id } = await reaching.inbox.send({ review });
  await reaching.reaches(id, ({ notices }) => notices.failed === 1);
  return contact;
}

test('warns of a question that only contacts which are failing or disabled would be notified of', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await failing(reaching);
  const off = await reaching.contact({ address: 'tablet' });
  await updateContact(inbox, inbox.owner, off.id, { disabled: true });
  expect((await inbox.send({ review })).review?.reach).toMatchObject(nobody);
});

test.each([
  [
    'disabled',
    ({ inbox }: Reaching, id: string) => updateContact(inbox, inbox.owner, id, { disabled: true }),
  ],
  ['removed', ({ inbox }: Reaching, id: string) => deleteContact(inbox, inbox.owner, id)],
] as const)(
  'warns once the only contact that a question was to be sent to is %s',
  async (_, end) => {
    await using reaching = await testReaching();
    const contact = await reaching.contact();
    const { id, review: asked } = await waiting(reaching, contact.id);
    expect(asked?.reach).toMatchObject({ state: 'queued', reachable: 1, warning: null });
    await end(reaching, contact.id);
    expect(await reaching.reach(id)).toMatchObject(nobody);
  },
);

test('warns of every question at a contact that another question found to be gone', async () => {
  await using reaching = await testReaching();
  const { inbox, push } = reaching;
  const { id: contactId } = await reaching.browser();
  const { id: first } = await waiting(reaching, contactId);
  push.answer(() => 410);
  await updateContact(inbox, inbox.owner, contactId, { delaySeconds: 0 });
  const { id: second } = await inbox.send({ review });
  await reaching.reaches(second, ({ state }) => state === 'nobody');
  expect(await reaching.reach(first)).toMatchObject(nobody);
  expect(await reaching.reach(second)).toMatchObject(nobody);
});

test('counts a user again once something was sent to the contact that was failing', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  const contact = await failing(reaching);
  const { id: later } = await waiting(reaching, contact.id);
  expect(await reaching.reach(later)).toMatchObject(nobody);
  ntfy.answer((request) => Response.json(JSON.parse(request.body)));
  await updateContact(inbox, inbox.owner, contact.id, { delaySeconds: 0 });
  const { id: sent } = await inbox.send({ review });
  await reaching.reaches(sent, ({ state }) => state === 'sent');
  const again = { state: 'queued', reachable: 1, warning: null };
  expect(await reaching.reach(later)).toMatchObject(again);
});

test('counts users and not contacts, and keeps the count of a question that was answered', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  const { id: channelId } = await inbox.channel();
  const ann = await personIn(inbox, 'Ann', [channelId]);
  const delaySeconds = 60;
  await reaching.contact({ delaySeconds });
  const tablet = await reaching.contact({ address: 'tablet', delaySeconds });
  const own = await reaching.contact({ address: 'ann', delaySeconds }, ann);
  const { id } = await inbox.send({ channelId, review });
  await deleteContact(inbox, inbox.owner, tablet.id);
  expect(await reaching.reach(id)).toMatchObject({ people: 2, reachable: 2 });
  await deleteContact(inbox, ann, own.id);
  expect(await reaching.reach(id)).toMatchObject({ people: 2, reachable: 1 });
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  expect(await reaching.reach(id)).toMatchObject({ state: 'settled', reachable: 1, warning: null });
});
