/** Delays of a notice: the user's own quiet hours and presence, and other notices of the minute. */
import { expect, test } from 'bun:test';
import { setAttention } from '../../../src/core/notify/attention.ts';
import { NO_ATTENTION } from '../../../src/core/notify/schema.ts';
import { listNotices } from '../../../src/core/reviews/notices.ts';
import { markRead, markUnread } from '../../../src/core/reviews/reads.ts';
import { testReaching } from '../../support/reach/reaching.ts';

const payload = { title: 'Deploy?' };
const approval = { type: 'approval', payload };
type Reaching = Awaited<ReturnType<typeof testReaching>>;

const beQuiet = ({ inbox }: Reaching, from: string, to: string) =>
  setAttention(inbox, inbox.owner, {
    ...NO_ATTENTION,
    quiet: [{ days: [0, 1, 2, 3, 4, 5, 6], from, to }],
  });

/** The notices of a question, and the time of day. */
const duesOf = async ({ inbox }: Reaching, id: string) =>
  (await listNotices(inbox, inbox.owner, id)).map(
    ({ what, due }) => `${what} ${due.slice(11, 19)}`,
  );

test.each([
  [600, 'asks 12:02:00'],
  [121, 'asks 12:02:00'],
  [120, 'asks 12:00:30'],
])(
  'delays a notice of a question that was seen and expires in %i s: %s',
  async (expiresInSeconds, due) => {
    await using reaching = await testReaching();
    const { inbox } = reaching;
    await reaching.contact({ delaySeconds: 30 });
    const { id } = await inbox.send({ review: { ...approval, expiresInSeconds } });
    await markRead(inbox, inbox.owner, id);
    expect(await duesOf(reaching, id)).toEqual([due]);
  },
);

test('delays a notice once, however often its user marks the question as unread and read', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await reaching.contact({ delaySeconds: 110 });
  const { id } = await inbox.send({ review: approval });
  await markRead(inbox, inbox.owner, id);
  inbox.clock.advance(60_000);
  await markUnread(inbox, inbox.owner, id);
  await markRead(inbox, inbox.owner, id);
  expect(await duesOf(reaching, id)).toEqual(['asks 12:02:00']);
});

test.each([
  ['normal', 'reminds 13:00:00'],
  ['critical', 'reminds 12:10:00'],
] as const)('plans the reminder of a %s question in quiet hours: %s', async (urgency, due) => {
  await using reaching = await testReaching();
  await reaching.contact();
  await beQuiet(reaching, '12:05', '13:00');
  const { id } = await reaching.inbox.send({ review: { ...approval, urgency } });
  await reaching.reaches(id, ({ state }) => state === 'sent');
  expect(await duesOf(reaching, id)).toEqual(['asks 12:00:00', due]);
});

test('gathers the questions that quiet hours held until the same minute', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy, worker } = reaching;
  await reaching.contact();
  await beQuiet(reaching, '11:00', '13:00');
  for (let count = 0; count < 5; count++) {
    await inbox.send({ review: approval });
    inbox.clock.advance(300_000);
  }
  inbox.clock.at('2030-01-02T13:00:00.000Z');
  worker.look();
  await ntfy.has(3);
  inbox.clock.advance(20_000);
  worker.look();
  await ntfy.has(4);
  expect(ntfy.shown('phone').map(({ title }) => title)).toEqual([
    'Deploy?',
    'Deploy?',
    'Deploy?',
    '2 questions are pending',
  ]);
});

test('gathers no question with those that are due much later', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy, worker } = reaching;
  await reaching.contact();
  await beQuiet(reaching, '11:00', '13:00');
  for (let count = 0; count < 4; count++) await inbox.send({ review: approval });
  await setAttention(inbox, inbox.owner, NO_ATTENTION);
  const { id } = await inbox.send({ review: approval });
  inbox.clock.advance(20_000);
  worker.look();
  await ntfy.has(1);
  expect(ntfy.shown('phone').map(({ title }) => title)).toEqual(['1 question is pending']);
  expect(await duesOf(reaching, id)).toContain('asks 12:00:20');
});
