import { expect, test } from 'bun:test';
import { changeByItself } from '../../../src/core/change.ts';
import type { InboxError } from '../../../src/core/errors.ts';
import { SendMessage } from '../../../src/core/messages/schema.ts';
import { settleExpired } from '../../../src/core/reviews/expiry.ts';
import { reviewRecord } from '../../../src/core/reviews/record.ts';
import { answerReview, getReview } from '../../../src/core/reviews/reviews.ts';
import { waitForReview } from '../../../src/core/reviews/waiting.ts';
import { entriesOf } from '../../support/inbox/audit.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { testInbox } from '../../support/inbox/inbox.ts';

const review = {
  type: 'approval',
  expiresInSeconds: 60,
  default: { selectedOption: 'reject' },
  defaultReason: 'Nothing is deployed',
};

test('gives the default at the expiry, without an author', async () => {
  await using inbox = await testInbox();
  const events = recordEvents(inbox);
  const { id, channelId, review: asked } = await inbox.send({ review });
  expect(asked).toMatchObject({ default: review.default, automatic: false });
  const waiting = waitForReview(inbox, inbox.agent, id, { channel: channelId, timeoutMs: 15_000 });
  inbox.clock.advance(60_000);
  await settleExpired(inbox);
  const outcome = await waiting;
  if (outcome.status === 'timeout') throw new Error('Nobody was woken');
  expect(outcome.message.review).toMatchObject({
    status: 'completed',
    response: review.default,
    respondedBy: null,
    automatic: true,
    respondedAt: '2030-01-02T12:01:00.000Z',
    defaultReason: 'Nothing is deployed',
  });
  const ended = events.filter(({ name }) => /^review:(responded|expired)$/.test(name));
  expect(ended.map(({ name }) => name)).toEqual(['review:responded']);
  const [entry] = await entriesOf(inbox, { order: 'newest', action: ['review.answered'] });
  expect(entry).toMatchObject({
    actor: { kind: 'system', id: null },
    via: null,
    detail: { automatic: true, selectedOption: 'reject', answerDigest: expect.any(String) },
  });
  const record = await reviewRecord(inbox, inbox.owner, id);
  expect(record).toMatchObject({ credential: null, questionDigest: expect.any(String) });
});

test('gives the default if the expiry passed while the inbox was closed', async () => {
  const before = await testInbox();
  const { id } = await before.send({ review });
  before.clock.advance(3_600_000);
  await using inbox = await before.restart();
  const events = recordEvents(inbox);
  const { review: ended } = await getReview(inbox, inbox.agent, id);
  expect(ended).toMatchObject({ status: 'completed', automatic: true, respondedBy: null });
  expect(events.map(({ name }) => name)).toContain('review:responded');
});

test('gives more defaults than are written together, and expires the others', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const plain = { type: 'approval', expiresInSeconds: 60 };
  const sent = await Promise.all(
    Array.from({ length: 60 }, (_, n) => inbox.send({ channelId, review: n % 2 ? review : plain })),
  );
  inbox.clock.advance(60_000);
  await settleExpired(inbox);
  const statuses = await Promise.all(
    sent.map(async ({ id }) => (await getReview(inbox, inbox.agent, id)).review.status),
  );
  expect(statuses).toEqual(sent.map((_, n) => (n % 2 ? 'completed' : 'expired')));
});

test('keeps the answer of a user who was in time', async () => {
  await using inbox = await testInbox();
  const { id } = await inbox.send({ review });
  inbox.clock.advance(59_999);
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  inbox.clock.advance(1);
  const { review: ended } = await getReview(inbox, inbox.agent, id);
  expect(ended).toMatchObject({ automatic: false, response: { selectedOption: 'approve' } });
  expect(ended.respondedBy?.id).toBe(inbox.owner.userId);
});

test('refuses a late answer, with how the question answered itself', async () => {
  await using inbox = await testInbox();
  const { id } = await inbox.send({ review });
  inbox.clock.advance(60_000);
  const refused = await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' }).catch(
    (error: InboxError) => error,
  );
  expect(refused).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Already answered automatically'),
    details: { status: 'completed', automatic: true, respondedBy: null },
  });
});

test('refuses an answer that was under way at the expiry, with how the question answered itself', async () => {
  await using inbox = await testInbox();
  const { id } = await inbox.send({ review });
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = changeByItself(inbox, () => promise);
  const answering = answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' }).catch(
    (error: InboxError) => error,
  );
  // It has read the question, and is to be written after what is held.
  await new Promise(setImmediate);
  inbox.clock.advance(60_000);
  resolve();
  await held;
  expect(await answering).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('Already answered automatically'),
    details: { status: 'completed', automatic: true, respondedBy: null },
  });
});

test('stores the default as an answer is stored, and shows users none of its passwords', async () => {
  await using inbox = await testInbox();
  const fields = [
    { name: 'nodes', type: 'number', label: 'Nodes' },
    { name: 'secret', type: 'password', label: 'Secret' },
  ];
  const { id } = await inbox.send({
    review: {
      type: 'form',
      payload: { fields },
      expiresInSeconds: 60,
      default: { nodes: '3', secret: 'hunter22' },
    },
  });
  const asked = await getReview(inbox, inbox.owner, id);
  expect(asked.review.default).toEqual({ nodes: 3, secret: '***' });
  inbox.clock.advance(60_000);
  expect((await getReview(inbox, inbox.agent, id)).review.response).toEqual({
    nodes: 3,
    secret: 'hunter22',
  });
});

test('gives the default of a question that expires after the usual time', async () => {
  await using inbox = await testInbox();
  const { expiresInSeconds: _, ...unlimited } = review;
  const { id, review: asked } = await inbox.send({ review: unlimited });
  inbox.clock.advance((asked?.expiresInSeconds ?? 0) * 1000);
  expect((await getReview(inbox, inbox.agent, id)).review).toMatchObject({
    status: 'completed',
    automatic: true,
    response: review.default,
  });
});

const refusals: [why: string, review: object, path: string][] = [
  [
    'its own type does not accept',
    { default: { selectedOption: 'maybe' } },
    'default.selectedOption',
  ],
  ['is no object', { default: 'reject' }, 'default'],
  ['would answer where a login is required', { confirm: true }, 'default'],
  ['is missing, with a reason', { default: undefined }, 'defaultReason'],
  ['has an empty reason', { defaultReason: ' ' }, 'defaultReason'],
  ['is too large', { default: { selectedOption: 'x'.repeat(70_000) } }, 'default'],
];

for (const [why, input, path] of refusals) {
  test(`refuses a default that ${why}`, () => {
    const message = { channelId: 'c', review: { ...review, ...input } };
    const { error } = SendMessage.safeParse(JSON.parse(JSON.stringify(message)));
    const paths = (error?.issues ?? []).map((issue) => issue.path.join('.'));
    expect(paths).toContain(`review.${path}`);
  });
}
