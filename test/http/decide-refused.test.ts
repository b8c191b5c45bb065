/** Every link that is refused, and every request that decides nothing. */
import { expect, test } from 'bun:test';
import { removeUser, updateUser } from '../../src/core/access/users.ts';
import { changeByItself } from '../../src/core/change.ts';
import { deleteMessage } from '../../src/core/messages/messages.ts';
import { deleteContact, updateContact } from '../../src/core/notify/contacts.ts';
import { type DecisionLink, drawToken, linkOf } from '../../src/core/notify/links.ts';
import { answerReview, getReview } from '../../src/core/reviews/reviews.ts';
import { recordEvents } from '../support/inbox/events.ts';
import { REFUSED, testDecide } from '../support/reach/deciding.ts';
import { approval } from '../support/reach/question.ts';

type Test = Awaited<ReturnType<typeof testDecide>>;

const changes: [name: string, change: (test: Test) => unknown][] = [
  ['its contact is removed', ({ inbox, ann, contactId }) => deleteContact(inbox, ann, contactId)],
  [
    'its contact is disabled',
    ({ inbox, ann, contactId }) => updateContact(inbox, ann, contactId, { disabled: true }),
  ],
  [
    'its contact permits no answers',
    ({ inbox, ann, contactId }) => updateContact(inbox, ann, contactId, { answers: false }),
  ],
  [
    'its contact shows nothing',
    ({ inbox, ann, contactId }) => updateContact(inbox, ann, contactId, { shows: 'nothing' }),
  ],
  [
    'its user is disabled',
    ({ inbox, ann }) => updateUser(inbox, inbox.owner, ann.userId, { disabled: true }),
  ],
  ['its user is removed', ({ inbox, ann }) => removeUser(inbox, inbox.owner, ann.userId)],
  [
    'its user no longer sees the channel',
    ({ inbox, ann }) => updateUser(inbox, inbox.owner, ann.userId, { channels: [] }),
  ],
];

test.each(changes)(
  'refuses a link with the body of any other if %s, before and after an answer',
  async (_, change) => {
    await using test = await testDecide();
    const { inbox, id } = test;
    const [approve] = await test.links();
    await change(test);
    const isRefused = async () => {
      expect(await test.send(approve)).toMatchObject({ status: 401, body: REFUSED });
      const look = await test.send(approve, { method: 'GET' }, '/decide/question');
      expect(look).toMatchObject({ status: 401, body: REFUSED });
    };
    await isRefused();
    expect(await test.status()).toBe('pending');
    await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
    await isRefused();
  },
);

/** A link of Ann's contact that was sent, and yet permits nothing. */
const others: [name: string, make: (test: Test) => Promise<Partial<DecisionLink>>][] = [
  ['to an unknown question', async () => ({ messageId: '01ZZZZZZZZZZZZZZZZZZZZZZZZ' })],
  ['of an option that the question lacks', async () => ({ option: 9 })],
  [
    'to a question in a channel that its user does not see',
    async ({ inbox }) => ({ messageId: (await inbox.send({ review: { type: 'approval' } })).id }),
  ],
  [
    'to a question that requires a login',
    async ({ inbox, channelId }) => {
      const review = { ...approval, type: 'approval', confirm: true };
      return { messageId: (await inbox.send({ channelId, review })).id };
    },
  ],
  [
    'to a question that asks for more than a choice',
    async ({ inbox, channelId }) => {
      const review = { type: 'text-input', payload: { prompt: 'Why?' } };
      return { messageId: (await inbox.send({ channelId, review })).id };
    },
  ],
  [
    'to a question that was removed',
    async ({ inbox, channelId }) => {
      const { id: messageId } = await inbox.send({ channelId, review: { type: 'approval' } });
      await deleteMessage(inbox, inbox.agent, messageId);
      return { messageId };
    },
  ],
];

test.each(others)('refuses a link %s, with the same body', async (_, make) => {
  await using test = await testDecide();
  const { inbox, contactId } = test;
  const events = recordEvents(inbox);
  const { messageId = test.id, option = 0 } = await make(test);
  const notice = await inbox.store.read
    .selectFrom('notices')
    .selectAll()
    .where('contactId', '=', contactId)
    .executeTakeFirstOrThrow();
  const token = await changeByItself(inbox, (change) => drawToken(change, notice, messageId));
  expect(await test.send(linkOf(token, option))).toMatchObject({ status: 401, body: REFUSED });
  expect(events.filter(({ name }) => name === 'review:responded')).toEqual([]);
});

test('refuses a link of which a letter was changed, with the same body', async () => {
  await using test = await testDecide();
  const [approve = ''] = await test.links();
  for (let place = 3; place < approve.length; place++) {
    const letter = approve[place] === 'A' ? 'B' : 'A';
    const changed = approve.slice(0, place) + letter + approve.slice(place + 1);
    const { status, body } = await test.send(changed);
    expect([place, status, body]).toEqual([place, 401, REFUSED]);
  }
  expect(await test.status()).toBe('pending');
});

test('gives one answer of 1,000 simultaneous presses', async () => {
  await using test = await testDecide();
  const { inbox, contactOf, id } = test;
  const links = [...(await test.links()), ...(await test.links(await contactOf(inbox.owner)))];
  const events = recordEvents(inbox);
  const responses = await Promise.all(
    Array.from({ length: 1000 }, (_, turn) => test.send(links[turn % links.length])),
  );
  const given = responses.filter(({ status }) => status === 200);
  expect(given.filter(({ body }) => !body.again)).toHaveLength(1);
  expect(given).toHaveLength(250);
  const { review } = await getReview(inbox, inbox.agent, id);
  const refused = responses.filter(({ status }) => status !== 200);
  for (const { status, body } of refused) {
    expect([status, body.respondedAt]).toEqual([409, review.respondedAt]);
  }
  expect(events.filter(({ name }) => name === 'review:responded')).toHaveLength(1);
}, 60_000);
