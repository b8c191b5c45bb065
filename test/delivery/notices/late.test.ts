/** A contact that becomes usable is notified once of what was sent to nobody. */
import { expect, test } from 'bun:test';
import type { Human } from '../../../src/core/access/callers.ts';
import { updateUser } from '../../../src/core/access/users.ts';
import { setAttention } from '../../../src/core/notify/attention.ts';
import { updateContact } from '../../../src/core/notify/contacts.ts';
import { setLadder } from '../../../src/core/notify/ladders.ts';
import { notifyAllLate } from '../../../src/core/notify/late.ts';
import { NO_ATTENTION } from '../../../src/core/notify/schema.ts';
import { listNotices } from '../../../src/core/reviews/notices.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { later } from '../../support/reach/burst.ts';
import { testMailing } from '../../support/reach/mailing.ts';
import { personIn } from '../../support/reach/question.ts';
import { testReaching } from '../../support/reach/reaching.ts';

type Reaching = Awaited<ReturnType<typeof testReaching>>;
const review = { type: 'approval', payload: { title: 'Deploy?' } };
const GATHERED_MS = 20_000;
const NOON = [{ days: [0, 1, 2, 3, 4, 5, 6], from: '11:00', to: '14:00' }];

async function asked({ inbox }: Reaching, count: number, more: object = {}) {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await inbox.send({ review, ...more })).id);
  return ids;
}

const approve = ({ inbox }: Reaching, id = '') =>
  answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });

/** Messages published to a topic. */
const published = ({ ntfy }: Reaching, topic = 'phone') =>
  ntfy.received
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body))
    .filter((one) => one.topic === topic)
    .map(({ title }) => title)
    .filter((title) => title !== 'Answers from here have ended');

/** A reviewer who sees a channel in which three questions are pending. */
async function withReviewer(reaching: Reaching) {
  const { id: channelId } = await reaching.inbox.channel();
  const ann = await personIn(reaching.inbox, 'Ann', [channelId]);
  return { ann, channelId, ids: await asked(reaching, 3, { channelId }) };
}

const disable = ({ inbox }: Reaching, { userId }: Human, disabled: boolean) =>
  updateUser(inbox, inbox.owner, userId, { disabled });

test('notifies a new contact once of all that is pending, and takes that back with the last', async () => {
  await using reaching = await testReaching();
  const ids = await asked(reaching, 4);
  await approve(reaching, ids[3]);
  await reaching.contact();
  expect(await reaching.reach(ids[0] ?? '')).toMatchObject({
    state: 'queued',
    reachable: 1,
    notices: { waiting: 1 },
    warning: null,
  });
  await later(reaching, GATHERED_MS);
  expect(published(reaching)).toEqual(['3 questions are pending']);
  expect(await reaching.reach(ids[0] ?? '')).toMatchObject({ state: 'sent', via: ['ntfy'] });
  await approve(reaching, ids[0]);
  await later(reaching, 3000);
  expect(reaching.ntfy.shown('phone')).toHaveLength(1);
  for (const id of ids.slice(1, 3)) await approve(reaching, id);
  await later(reaching, 0);
  expect(reaching.ntfy.shown('phone')).toEqual([]);
  expect((await reaching.reach(ids[1] ?? '')).state).toBe('settled');
});

test.each([
  [
    'is enabled again',
    async (reaching: Reaching) => {
      const { inbox } = reaching;
      const { id } = await reaching.contact();
      await updateContact(inbox, inbox.owner, id, { disabled: true });
      const ids = await asked(reaching, 3);
      await updateContact(inbox, inbox.owner, id, { disabled: false });
      return ids;
    },
  ],
  [
    'wants less urgent questions, too',
    async (reaching: Reaching) => {
      const { inbox } = reaching;
      const { id } = await reaching.contact({ from: 'high' });
      const ids = await asked(reaching, 3);
      await updateContact(inbox, inbox.owner, id, { from: 'low' });
      return ids;
    },
  ],
  [
    'is that of a user who gets the channel',
    async (reaching: Reaching) => {
      const { inbox } = reaching;
      const { ann, channelId, ids } = await withReviewer(reaching);
      await updateUser(inbox, inbox.owner, ann.userId, { channels: [] });
      await reaching.contact({}, ann);
      await updateUser(inbox, inbox.owner, ann.userId, { channels: [channelId] });
      return ids;
    },
  ],
  [
    'is that of a user who is enabled again',
    async (reaching: Reaching) => {
      const { ann, channelId, ids } = await withReviewer(reaching);
      await reaching.contact({}, ann);
      await disable(reaching, ann, true);
      const more = await asked(reaching, 1, { channelId });
      await disable(reaching, ann, false);
      return [...ids, ...more];
    },
  ],
] as const)('notifies a contact of what is pending when it %s', async (_, make) => {
  await using reaching = await testReaching();
  const ids = await make(reaching);
  await later(reaching, GATHERED_MS);
  expect(published(reaching)).toEqual([`${ids.length} questions are pending`]);
  for (const id of ids) expect((await reaching.reach(id)).state).toBe('sent');
});

test('notifies an address once its code was entered, and not before', async () => {
  await using mailing = await testMailing();
  const ids = await asked(mailing, 2);
  await later(mailing, GATHERED_MS);
  const before = (await mailing.mail.has(1)).length;
  await mailing.verify();
  await later(mailing, GATHERED_MS);
  const mails = await mailing.mail.has(before + 1);
  expect(mails.slice(before).map(({ subject }) => subject)).toEqual(['2 questions are pending']);
  expect((await mailing.reach(ids[0] ?? '')).state).toBe('sent');
});

test('notifies a contact that works again of what it had refused', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  ntfy.answer(() => 403);
  await reaching.contact();
  const [refused = ''] = await asked(reaching, 1);
  await reaching.reaches(refused, ({ notices }) => notices.failed === 1);
  ntfy.answer((request) => Response.json(JSON.parse(request.body)));
  const [sent = ''] = await asked(reaching, 1);
  await reaching.reaches(sent, ({ state }) => state === 'sent');
  await later(reaching, GATHERED_MS);
  expect(published(reaching).slice(-1)).toEqual(['1 question is pending']);
  expect((await reaching.reach(refused)).state).toBe('sent');
  expect((await listNotices(inbox, inbox.owner, refused)).map(({ round }) => round)).toEqual([
    0, 1, 1,
  ]);
});

test('leaves out a question that was sent to another user, names others, or is not urgent enough', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  const { ann, channelId } = await withReviewer(reaching);
  await reaching.contact();
  await later(reaching, GATHERED_MS);
  const [forOwner = ''] = await asked(reaching, 1, {
    channelId,
    review: { ...review, notify: { people: [inbox.owner.userId] } },
  });
  await later(reaching, GATHERED_MS);
  await reaching.contact({ address: 'tablet', from: 'high' }, ann);
  await later(reaching, GATHERED_MS);
  expect(published(reaching, 'tablet')).toEqual([]);
  expect((await reaching.reach(forOwner)).state).toBe('sent');
});

test('notifies a contact of a question once, however often it becomes usable and whatever a start finds', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await asked(reaching, 60);
  const { id } = await reaching.contact();
  await reaching.contact({ name: 'The same' });
  await updateContact(inbox, inbox.owner, id, { name: 'Phone' });
  await notifyAllLate(inbox);
  await later(reaching, GATHERED_MS);
  expect(published(reaching)).toEqual(['60 questions are pending']);
  await updateContact(inbox, inbox.owner, id, { disabled: true });
  await updateContact(inbox, inbox.owner, id, { disabled: false });
  await notifyAllLate(inbox);
  await later(reaching, GATHERED_MS);
  expect(published(reaching)).toEqual(['60 questions are pending']);
});

test('holds what is pending in quiet hours', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await setAttention(inbox, inbox.owner, { ...NO_ATTENTION, quiet: NOON });
  const [first = ''] = await asked(reaching, 2);
  await reaching.contact();
  expect(await reaching.reach(first)).toMatchObject({
    state: 'held',
    heldUntil: '2030-01-02T14:00:00.000Z',
  });
  await later(reaching, 60 * 60_000);
  expect(published(reaching)).toEqual([]);
  await later(reaching, 60 * 60_000 + GATHERED_MS);
  expect(published(reaching)).toEqual(['2 questions are pending']);
});

test('holds nothing that is pending in quiet hours if one of the questions goes through them', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await setAttention(inbox, inbox.owner, { ...NO_ATTENTION, quiet: NOON });
  const [first = ''] = await asked(reaching, 2);
  await asked(reaching, 1, { review: { ...review, urgency: 'critical' } });
  await reaching.contact();
  expect(await reaching.reach(first)).toMatchObject({ state: 'queued', heldUntil: null });
  await later(reaching, GATHERED_MS);
  expect(published(reaching)).toEqual(['3 questions are pending']);
});

test('keeps the turn of a user whom the ladder asks later', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  const { ann, channelId, ids } = await withReviewer(reaching);
  const steps = [{ afterSeconds: 600, people: [ann.userId] }];
  await setLadder(inbox, inbox.owner, channelId, { steps });
  await reaching.contact({}, ann);
  await later(reaching, 9 * 60_000);
  expect(published(reaching)).toEqual([]);
  await later(reaching, 60_000 + GATHERED_MS);
  expect(published(reaching)).toEqual([`${ids.length} questions are pending`]);
});
