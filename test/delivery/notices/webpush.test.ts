import { expect, test } from 'bun:test';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { listContacts, updateContact } from '../../../src/core/notify/contacts.ts';
import { recordNotices } from '../../../src/core/notify/record.ts';
import { claimNotices, findDueNotices } from '../../../src/core/notify/send.ts';
import type { Outcome } from '../../../src/core/outgoing/outcome.ts';
import { settleExpired } from '../../../src/core/reviews/expiry.ts';
import { listNotices } from '../../../src/core/reviews/notices.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { testReaching } from '../../support/reach/reaching.ts';

const approval = { type: 'approval', payload: { title: 'Deploy to production?' } };

test('pushes a question with its two options to the browser, and replaces it when it is answered', async () => {
  await using reaching = await testReaching();
  const { inbox, push } = reaching;
  await reaching.browser();
  const { id, seq } = await inbox.send({ review: approval });
  const sent = await reaching.reaches(id, ({ state }) => state === 'sent');
  expect(sent.via).toEqual(['webpush']);
  const navigate = `https://inbox.example/m/${id}`;
  const [asked] = push.pushed();
  expect(asked).toMatchObject({
    web_push: 8030,
    mutable: true,
    app_badge: '1',
    notification: {
      title: 'Deploy to production?',
      body: 'Bot',
      tag: id,
      navigate,
      lang: 'en',
      silent: false,
      data: { what: 'asks', messageId: id, seq, path: `/m/${id}` },
      actions: [
        { action: 'answer-0', title: 'Approve', navigate },
        { action: 'answer-1', title: 'Reject', navigate },
      ],
    },
  });
  expect(asked?.notification.data.options).toEqual([
    {
      action: 'answer-0',
      title: 'Approve',
      isConfirmed: false,
      response: { selectedOption: 'approve' },
    },
    {
      action: 'answer-1',
      title: 'Reject',
      isConfirmed: false,
      response: { selectedOption: 'reject' },
    },
  ]);
  const { headers } = push.received[0] ?? {};
  expect([headers?.get('ttl'), headers?.get('urgency'), headers?.get('topic')]).toEqual([
    '86400',
    'normal',
    id,
  ]);
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  await reaching.reaches(id, ({ state }) => state === 'settled');
  expect(push.pushed()[1]?.notification).toMatchObject({
    tag: id,
    silent: true,
    actions: [],
    body: 'Approved by owner',
  });
});

const colours = ['Red', 'Blue'].map((label) => ({ id: label.toLowerCase(), label }));
const selection = { type: 'selection', payload: { title: 'Colour?', items: colours } };
const inText = { type: 'text-input', payload: { title: 'Name?' } };

test.each([
  ['an approval', approval, { selectedOption: 'approve' }, 'Approved by owner'],
  ['a refusal', approval, { selectedOption: 'reject' }, 'Rejected by owner'],
  ['a choice', selection, { selectedIds: ['blue'] }, 'owner chose “Blue”'],
  [
    'several',
    { ...selection, payload: { ...selection.payload, mode: 'multi' } },
    { selectedIds: ['red', 'blue'] },
    'owner chose “Red, Blue”',
  ],
  ['a text', inText, { text: 'secret' }, 'Answered by owner'],
])('says how a question ended, for %s', async (_, review, response, body) => {
  await using reaching = await testReaching();
  const { inbox, push } = reaching;
  await reaching.browser();
  const { id } = await inbox.send({ review });
  await reaching.reaches(id, ({ state }) => state === 'sent');
  await answerReview(inbox, inbox.owner, id, response);
  await push.has(2);
  expect(push.pushed()[1]?.notification).toMatchObject({ title: review.payload.title, body });
});

test.each([
  ['approval', { selectedOption: 'approve' }, 'Answered automatically: Approved'],
  ['selection', { selectedIds: ['blue'] }, 'Answered automatically: “Blue”'],
  ['text-input', { text: 'secret' }, 'Answered automatically'],
  ['nothing', null, 'Expired'],
])('never shows an automatic answer as one of a person: %s', async (type, answer, body) => {
  await using reaching = await testReaching();
  const { inbox, push } = reaching;
  await reaching.browser();
  const review = [approval, selection, inText].find((one) => one.type === type) ?? approval;
  const { id } = await inbox.send({
    review: { ...review, expiresInSeconds: 60, ...(answer ? { default: answer } : {}) },
  });
  await reaching.reaches(id, ({ state }) => state === 'sent');
  inbox.clock.advance(60_000);
  await settleExpired(inbox);
  await push.has(2);
  expect(push.pushed()[1]?.notification).toMatchObject({ title: review.payload.title, body });
});

test('says nothing of a question that has ended where nothing of it was shown, or it was retracted', async () => {
  await using reaching = await testReaching();
  const { inbox, push } = reaching;
  const contact = await reaching.browser({ shows: 'nothing' });
  const { id } = await inbox.send({ review: approval });
  await reaching.reaches(id, ({ state }) => state === 'sent');
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  await push.has(2);
  await updateContact(inbox, inbox.owner, contact.id, { shows: 'all' });
  const other = await inbox.send({ review: approval });
  await push.has(3);
  await reaching.reaches(other.id, ({ state }) => state === 'sent');
  await deleteMessage(inbox, inbox.agent, other.id);
  await push.has(4);
  const [, answered, , retracted] = push.pushed().map(({ notification }) => notification);
  expect(answered).toMatchObject({ title: 'A question was answered', body: '' });
  expect(retracted).toMatchObject({ title: 'A question was retracted', body: '' });
});

const three = ['a', 'b', 'c'].map((letter) => ({ id: letter, label: letter }));

test.each([
  ['has more than two options', { type: 'approval', payload: { options: three } }, {}],
  ['needs a text', { type: 'text-input', payload: { title: 'Name?' } }, {}],
  ['requires a login', { ...approval, confirm: true }, {}],
  ['comes to a contact without answers', approval, { answers: false }],
  ['comes to a contact that shows nothing', approval, { shows: 'nothing' as const }],
])('offers only to open a question that %s', async (_, review, input) => {
  await using reaching = await testReaching();
  const { inbox, push } = reaching;
  await reaching.browser(input);
  const { id } = await inbox.send({ review });
  await reaching.reaches(id, ({ state }) => state === 'sent');
  const [asked] = push.pushed();
  expect(asked?.notification.actions.map(({ title }) => title)).toEqual(['Open']);
  expect(asked?.notification.data.options).toEqual([]);
});

test('cuts the texts of a question until a push service takes them, and then has no answers', async () => {
  await using reaching = await testReaching();
  const { inbox, push } = reaching;
  await reaching.browser();
  const title = '🚀'.repeat(500);
  const options = [1, 2].map((n) => ({ id: `${n}`.repeat(200), label: '🚀'.repeat(250) }));
  const description = '"'.repeat(5000);
  const review = { type: 'approval', payload: { title, description, options } };
  const { id } = await inbox.send({ review });
  await reaching.reaches(id, ({ state }) => state === 'sent');
  expect(push.received[0]?.bytes.length).toBeLessThanOrEqual(4096);
  const { notification } = push.pushed()[0] ?? {};
  expect(notification?.title).toEndWith('🚀…');
  expect(notification?.body).toEndWith('…\nOpen the question to see all of it.');
  expect(notification?.actions.map(({ title }) => title)).toEqual(['Open']);
});

test.each([404, 410])('ends a contact whose push service answers %d', async (status) => {
  await using reaching = await testReaching();
  const { inbox, push } = reaching;
  await reaching.browser();
  push.answer(() => status);
  const { id } = await inbox.send({ review: approval });
  await reaching.reaches(id, ({ notices }) => notices.failed === 1);
  const [contact] = await listContacts(inbox, inbox.owner);
  expect(contact?.disabledReason).toContain(`HTTP ${status}`);
  expect((await inbox.send({ review: approval })).review?.reach.reachable).toBe(0);
});

test.each([400, 401, 403, 413])('reports %d and does not retry it', async (status) => {
  await using reaching = await testReaching();
  const { inbox, push } = reaching;
  await reaching.browser();
  push.answer(() => status);
  const { id } = await inbox.send({ review: approval });
  await reaching.reaches(id, ({ notices }) => notices.failed === 1);
  const [notice] = await listNotices(inbox, inbox.owner, id);
  expect(notice).toMatchObject({ status: 'refused', error: `HTTP ${status}` });
  expect((await listContacts(inbox, inbox.owner))[0]?.failingSince).not.toBeNull();
});

test('retries under the same topic and tag', async () => {
  await using reaching = await testReaching();
  const { inbox, push, worker } = reaching;
  await reaching.browser();
  push.answer(() => 503);
  const { id } = await inbox.send({ review: approval });
  await reaching.reaches(id, ({ nextAt }) => nextAt !== null && nextAt > '2030-01-02T12:00:01');
  push.answer(() => 201);
  inbox.clock.advance(3000);
  worker.look();
  await reaching.reaches(id, ({ state }) => state === 'sent');
  expect(push.received.map(({ headers }) => headers.get('topic'))).toEqual([id, id]);
  expect(push.pushed().map(({ notification }) => notification.tag)).toEqual([id, id]);
});

const accepted: Outcome = {
  result: 'accepted' as const,
  status: 201,
  error: null,
  durationMs: 1,
  response: '',
  isFinal: false,
  retryAfterSeconds: null,
};

test('takes the room for the words of a reminder from its title, and shows all of that below it', async () => {
  await using reaching = await testReaching();
  const { inbox, push, worker } = reaching;
  await reaching.browser();
  const title = `Deploy ${'x'.repeat(53)}`;
  const { id } = await inbox.send({ review: { ...approval, payload: { title } } });
  await reaching.reaches(id, ({ state }) => state === 'sent');
  inbox.clock.advance(11 * 60_000);
  worker.look();
  await eventually(() => push.pushed().length === 2);
  const [asked, reminder] = push.pushed().map(({ notification }) => notification);
  expect(asked).toMatchObject({ title, body: 'Bot' });
  expect(reminder?.title).toBe(`Reminder: ${title.slice(0, 49)}…`);
  expect([...(reminder?.title ?? '')]).toHaveLength(60);
  expect(reminder?.body).toBe(`Bot\n${title}`);
  expect(reminder?.actions).toEqual(asked?.actions ?? []);
});

test('reminds an Apple device once, and takes nothing back from it', async () => {
  await using reaching = await testReaching();
  const { inbox, worker } = reaching;
  await worker.stop();
  await reaching.browser({}, 'https://web.push.apple.com/QOwn');
  const { id } = await inbox.send({ review: approval });
  const send = async () => {
    const due = await findDueNotices(inbox, {
      atMs: inbox.now(),
      limit: 10,
      isBusy: () => false,
    });
    for (const { id: notice } of await claimNotices(
      inbox,
      due.map((one) => one.id),
    )) {
      await recordNotices(inbox, [{ id: notice, outcome: accepted }]);
    }
  };
  await send();
  for (const minutes of [11, 60, 60 * 21]) {
    inbox.clock.advance(minutes * 60_000);
    await send();
  }
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  const notices = await listNotices(inbox, inbox.owner, id);
  expect(notices.map(({ what, status }) => [what, status])).toEqual([
    ['asks', 'accepted'],
    ['reminds', 'accepted'],
  ]);
});
