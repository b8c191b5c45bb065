import { expect, test } from 'bun:test';
import { setLocalAnswers } from '../../../src/core/access/local-answers.ts';
import { removeUser, updateUser } from '../../../src/core/access/users.ts';
import { changeByItself } from '../../../src/core/change.ts';
import { InboxError } from '../../../src/core/errors.ts';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { deleteContact, updateContact } from '../../../src/core/notify/contacts.ts';
import { answerAs, decide, findDecision } from '../../../src/core/notify/decide.ts';
import { drawToken, linkOf } from '../../../src/core/notify/links.ts';
import { reviewRecord } from '../../../src/core/reviews/record.ts';
import { answerReview, getReview } from '../../../src/core/reviews/reviews.ts';
import { entriesOf } from '../../support/inbox/audit.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { approval, testQuestion } from '../../support/reach/question.ts';

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('It was not refused');
    },
    (error: InboxError) => ({ code: error.code, message: error.message, ...error.details }),
  );

test('gives the answer of a link as the user of its contact', async () => {
  await using test = await testQuestion();
  const { inbox, links, press, id, ann, contactId } = test;
  const events = recordEvents(inbox);
  const [, reject] = await links();
  expect(await press(reject)).toMatchObject({ id, again: false });
  const { review } = await getReview(inbox, inbox.agent, id);
  expect(review).toMatchObject({
    status: 'completed',
    response: { selectedOption: 'reject' },
    respondedBy: { id: ann.userId, name: 'Ann', via: 'ntfy', credential: contactId },
  });
  expect(events.filter(({ name }) => name === 'review:responded')).toHaveLength(1);
  const { credential } = await reviewRecord(inbox, inbox.owner, id);
  expect(credential).toEqual({ kind: 'contact', name: 'ntfy' });
  const [entry] = await entriesOf(inbox, { order: 'newest', action: ['review.answered'] });
  expect(entry).toMatchObject({
    actor: { kind: 'user', name: 'Ann' },
    via: 'ntfy',
    address: '192.0.2.1',
  });
  await deleteContact(inbox, ann, contactId);
  expect((await reviewRecord(inbox, inbox.owner, id)).credential).toEqual(credential);
});

test('repeats its result for the same answer of the same user, wherever it was given', async () => {
  await using test = await testQuestion();
  const { inbox, links, press, id, ann } = test;
  const [approve] = await links();
  await answerReview(inbox, ann, id, { selectedOption: 'approve' });
  expect(await press(approve)).toMatchObject({ again: true });
  inbox.clock.advance(61_000);
  expect(await press(approve)).toMatchObject({ again: true });
});

test('reports what was decided if another answer or user was first', async () => {
  await using test = await testQuestion();
  const { inbox, links, press, id } = test;
  const [approve, reject] = await links();
  await press(approve);
  expect(await refused(press(reject))).toMatchObject({
    code: 'conflict',
    status: 'completed',
    answer: 'Approve',
    respondedBy: { name: 'Ann' },
  });
  const { id: other } = await inbox.send({ channelId: test.channelId, review: approval });
  const [same] = await links(test.contactId, other);
  await answerReview(inbox, inbox.owner, other, { selectedOption: 'approve' });
  expect(await refused(press(same))).toMatchObject({ code: 'conflict', answer: 'Approve' });
  expect((await getReview(inbox, inbox.agent, id)).review.respondedBy?.name).toBe('Ann');
});

test('refuses a link after the question or the link has expired', async () => {
  await using test = await testQuestion();
  const { inbox, links, press } = test;
  const [approve = ''] = await links();
  const found = await findDecision(inbox, approve);
  if (!found) throw new Error('There is no link');
  const earlier = { ...found, expiresAtMs: inbox.now() };
  expect(await refused(decide(inbox, earlier, null))).toMatchObject({
    status: 'expired',
    answer: null,
  });
  inbox.clock.advance(60_000);
  expect(await refused(press(approve))).toMatchObject({ code: 'conflict', status: 'expired' });
});

const refusals: [why: string, make: (test: Awaited<ReturnType<typeof testQuestion>>) => unknown][] =
  [
    ['of a removed contact', ({ inbox, ann, contactId }) => deleteContact(inbox, ann, contactId)],
    [
      'of a contact that permits no answers',
      ({ inbox, ann, contactId }) => updateContact(inbox, ann, contactId, { answers: false }),
    ],
    [
      'of a disabled contact',
      ({ inbox, ann, contactId }) => updateContact(inbox, ann, contactId, { disabled: true }),
    ],
    [
      'of a disabled user',
      ({ inbox, ann }) => updateUser(inbox, inbox.owner, ann.userId, { disabled: true }),
    ],
    ['of a removed user', ({ inbox, ann }) => removeUser(inbox, inbox.owner, ann.userId)],
    [
      'of a user who no longer sees the channel',
      ({ inbox, ann }) => updateUser(inbox, inbox.owner, ann.userId, { channels: [] }),
    ],
    ['to a removed question', ({ inbox, id }) => deleteMessage(inbox, inbox.agent, id)],
  ];

for (const [why, change] of refusals) {
  test(`refuses a link ${why}`, async () => {
    await using test = await testQuestion();
    const { links, press } = test;
    const [approve] = await links();
    await change(test);
    const outcome = await press(approve).catch((error) => error);
    if (outcome !== null) {
      expect(outcome).toBeInstanceOf(InboxError);
      expect(outcome).toMatchObject({ code: 'unauthenticated', details: {} });
      expect(outcome.message).toBe('This link or button is no longer valid. Open the inbox');
    }
  });
}

test('keeps the links of the last six times that a notice was sent', async () => {
  await using test = await testQuestion();
  const { inbox } = test;
  const notice = await inbox.store.read
    .selectFrom('notices')
    .selectAll()
    .where('contactId', '=', test.contactId)
    .executeTakeFirstOrThrow();
  const tokens: string[] = [];
  for (let attempts = 1; attempts <= 8; attempts++) {
    const again = { ...notice, attempts };
    tokens.push(await changeByItself(inbox, (change) => drawToken(change, again, test.id)));
  }
  const found = await Promise.all(tokens.map((one) => findDecision(inbox, linkOf(one, 0))));
  expect(found.map((one) => one !== null)).toEqual([false, false, ...Array(6).fill(true)]);
});

test('says of a link of an earlier version that it is from before the upgrade', async () => {
  await using test = await testQuestion();
  const { inbox, id, contactId } = test;
  const ids = [id, contactId].map((one) =>
    Buffer.concat([Buffer.from([one.length]), Buffer.from(one)]),
  );
  for (const option of [[], [0]]) {
    const bytes = Buffer.concat([
      ...ids,
      Buffer.alloc(6),
      Buffer.from(option),
      Buffer.alloc(16, 7),
    ]);
    expect(await refused(findDecision(inbox, `hd_${bytes.toString('base64url')}`))).toEqual({
      code: 'conflict',
      message: 'This link is from before the upgrade: open the inbox',
    });
  }
});

test('makes no links where a login is required, nothing is shown or an answer is more than a choice', async () => {
  await using test = await testQuestion({ ...approval, confirm: true });
  const { inbox, links, contactOf, ann, contactId, id, channelId } = test;
  expect(await links()).toEqual([]);
  const answer = { response: { selectedOption: 'approve' } };
  expect(
    await refused(answerAs(inbox, { contactId, messageId: id, address: null }, answer)),
  ).toMatchObject({
    code: 'unauthenticated',
  });
  const items = ['a', 'b'];
  const sizes = [
    [{ type: 'selection', payload: { items } }, 2],
    [{ type: 'selection', payload: { items, mode: 'multi' } }, 0],
    [{ type: 'text-input', payload: { prompt: 'Why?' } }, 0],
    [{ type: 'form', payload: { fields: [{ name: 'a', type: 'text', label: 'A' }] } }, 0],
    [{ type: 'freeform', payload: { schema: {} } }, 0],
    [{ type: 'rating', payload: { prompt: 'Rate it' } }, 0],
  ] as const;
  for (const [review, size] of sizes) {
    const asked = await inbox.send({ channelId, review });
    expect(await links(contactId, asked.id), review.type).toHaveLength(size);
  }
  const plain = await inbox.send({ channelId, review: approval });
  for (const input of [{ shows: 'nothing' }, { answers: false }]) {
    const other = await contactOf(ann, {
      address: JSON.stringify(input).replace(/\W/g, ''),
      ...input,
    });
    expect(await links(other, plain.id)).toEqual([]);
  }
});

test('refuses a contact that was added without a login once local answers are off', async () => {
  await using test = await testQuestion();
  const { inbox, links, press, contactOf, ann } = test;
  const [mine] = await links();
  const [ownersLocal] = await links(await contactOf(inbox.owner));
  await setLocalAnswers(inbox, inbox.owner, 'off');
  expect(await refused(press(ownersLocal))).toMatchObject({ code: 'unauthenticated' });
  expect(await press(mine)).toMatchObject({
    again: false,
    review: { respondedBy: { id: ann.userId } },
  });
});

test(
  'gives one answer of 1,000 simultaneous presses',
  async () => {
    await using test = await testQuestion();
    const { inbox, links, contactOf, press, id } = test;
    const all = [...(await links()), ...(await links(await contactOf(inbox.owner)))];
    const events = recordEvents(inbox);
    const outcomes = await Promise.all(
      Array.from({ length: 1000 }, async (_, turn) => {
        if (turn % 3 === 0) await new Promise(setImmediate);
        return press(all[turn % all.length]).catch((error) => error);
      }),
    );
    const given = outcomes.filter((one) => !(one instanceof InboxError));
    expect(given.filter(({ again }) => !again)).toHaveLength(1);
    expect(given).toHaveLength(250);
    const codes = outcomes.flatMap((one) => (one instanceof InboxError ? [one.code] : []));
    expect(new Set(codes)).toEqual(new Set(['conflict']));
    expect(events.filter(({ name }) => name === 'review:responded')).toHaveLength(1);
    expect((await getReview(inbox, inbox.agent, id)).review.status).toBe('completed');
  },
  { timeout: 60_000 },
);
