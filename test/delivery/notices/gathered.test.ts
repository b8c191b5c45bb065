/** Questions that one notification counts: each is sent, shown, reminded of and taken back as others are. */
import { expect, test } from 'bun:test';
import { listContacts, updateContact } from '../../../src/core/notify/contacts.ts';
import { confirmNotice } from '../../../src/core/notify/receipts.ts';
import { listNotices } from '../../../src/core/reviews/notices.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { later, SINGLE, testBurst } from '../../support/reach/burst.ts';
import { ANN, testChatting } from '../../support/reach/chatting.ts';
import { testReaching } from '../../support/reach/reaching.ts';

type Reaching = Awaited<ReturnType<typeof testReaching>>;
const MINUTE_MS = 60_000;

const approve = ({ inbox }: Reaching, id: string) =>
  answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });

const noticesOf = async ({ inbox }: Reaching, id: string) =>
  (await listNotices(inbox, inbox.owner, id)).map(({ what, status, gathered, sentAt }) =>
    [what, status, gathered ? 'gathered' : 'single', sentAt?.slice(11, 19) ?? 'unsent'].join(' '),
  );

/** Messages published since a request, and whether it alerted. */
const published = ({ ntfy }: Reaching, from: number) =>
  ntfy.received
    .slice(from)
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body))
    .map(({ title, priority }) => (priority > 1 ? title : `quietly: ${title}`));

test('counts each gathered question as sent with the notification that counts it', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await reaching.contact();
  const events: string[] = [];
  inbox.bus.on('review:reach', ({ messageId, reach }) =>
    events.push(`${messageId} ${reach.state}`),
  );
  const { gathered } = await testBurst(reaching, 5);
  for (const id of gathered) {
    const reach = await reaching.reach(id);
    expect(reach).toMatchObject({ state: 'sent', firstAcceptedAt: '2030-01-02T12:00:21.000Z' });
    expect(reach.notices).toMatchObject({ waiting: 1, accepted: 1 });
    expect(events).toContain(`${id} sent`);
    expect(await noticesOf(reaching, id)).toEqual([
      'asks accepted gathered 12:00:21',
      'reminds waiting gathered unsent',
    ]);
  }
});

test('settles a gathered question once the count without it was sent', async () => {
  await using reaching = await testReaching();
  await reaching.contact();
  const { gathered } = await testBurst(reaching, 5);
  const [first = '', second = ''] = gathered;
  await approve(reaching, first);
  expect((await reaching.reach(first)).state).toBe('sent');
  await later(reaching, 3000);
  expect((await reaching.reach(first)).state).toBe('settled');
  expect(published(reaching, SINGLE + 1)).toEqual(['quietly: 1 question is pending']);
  await approve(reaching, second);
  await later(reaching, 0);
  expect((await reaching.reach(second)).state).toBe('settled');
  expect(reaching.ntfy.shown('phone')).toHaveLength(SINGLE);
  expect(await noticesOf(reaching, first)).toEqual([
    'asks accepted gathered 12:00:21',
    'reminds skipped gathered unsent',
    'settles accepted gathered 12:00:24',
  ]);
});

test('counts each gathered question as delivered when the device has shown their notification', async () => {
  await using reaching = await testReaching();
  const { inbox, push } = reaching;
  await reaching.browser();
  const { single, gathered } = await testBurst(reaching, 5);
  const { data } = push.pushed().at(-1)?.notification ?? {};
  await confirmNotice(inbox, data?.noticeId ?? '', data?.receipt ?? '');
  for (const id of gathered) {
    expect(await reaching.reach(id)).toMatchObject({
      state: 'delivered',
      firstDeliveredAt: '2030-01-02T12:00:21.000Z',
      notices: { delivered: 1 },
    });
  }
  expect((await reaching.reach(single[0] ?? '')).state).toBe('sent');
});

test('reminds of gathered questions by one notification, which replaces the one that counted them', async () => {
  await using reaching = await testReaching();
  const { ntfy } = reaching;
  await reaching.contact();
  const { single, gathered } = await testBurst(reaching, 7);
  const identity = ntfy.bodies().at(-1)?.sequence_id;
  for (const id of single) await approve(reaching, id);
  await later(reaching, 0);
  let from = ntfy.received.length;
  for (const [minutes, sentAt] of [
    [10, '12:10:00'],
    [60, '13:00:00'],
  ] as const) {
    await later(reaching, Date.parse(`2030-01-02T${sentAt}Z`) - reaching.inbox.now());
    expect([minutes, published(reaching, from)]).toEqual([
      minutes,
      ['Reminder: 4 questions are pending'],
    ]);
    expect(ntfy.received.at(-1)?.body).toContain(identity);
    expect(await noticesOf(reaching, gathered[0] ?? '')).toContain(
      `reminds accepted gathered ${sentAt}`,
    );
    from = ntfy.received.length;
  }
  await approve(reaching, gathered[0] ?? '');
  await later(reaching, 3000);
  expect(published(reaching, from)).toEqual(['quietly: 3 questions are pending']);
  await later(reaching, 24 * 60 * MINUTE_MS);
  expect(ntfy.shown('phone')).toHaveLength(1);
});

test('reminds of no gathered question that has ended, and sends nothing without one that is left', async () => {
  await using reaching = await testReaching();
  const { ntfy } = reaching;
  await reaching.contact({ kind: 'apprise', address: 'key' });
  const { gathered } = await testBurst(reaching, 5);
  const [first = '', second = ''] = gathered;
  const count = ntfy.received.length;
  await approve(reaching, first);
  await later(reaching, 9 * MINUTE_MS);
  // Apprise's messages stay: a count is not corrected there.
  expect(ntfy.received).toHaveLength(count);
  expect((await reaching.reach(first)).state).toBe('settled');
  await approve(reaching, second);
  await later(reaching, 61 * MINUTE_MS);
  const titles = ntfy.bodies().map(({ title }) => title);
  expect(titles).not.toContainEqual(expect.stringContaining('Reminder: 1'));
  expect(titles).not.toContainEqual(expect.stringContaining('Reminder: 2'));
});

test('counts gathered questions as failed when their notification is refused', async () => {
  await using reaching = await testReaching({
    before: async ({ body }) => (body.includes('are pending') ? 403 : null),
  });
  await reaching.contact();
  const { gathered } = await testBurst(reaching, 5);
  for (const id of gathered) {
    expect(await reaching.reach(id)).toMatchObject({
      state: 'nobody',
      notices: { waiting: 0, failed: 1 },
      warning: expect.any(String),
    });
    const [notice] = await listNotices(reaching.inbox, reaching.inbox.owner, id);
    expect(notice).toMatchObject({ status: 'refused', error: 'HTTP 403' });
  }
});

test('still reminds of gathered questions after a correction of their count was refused', async () => {
  let refuses = false;
  await using reaching = await testReaching({ before: async () => (refuses ? 403 : null) });
  const { ntfy } = reaching;
  await reaching.contact();
  const { single, gathered } = await testBurst(reaching, 6);
  for (const id of single) await approve(reaching, id);
  await later(reaching, 0);
  refuses = true;
  await approve(reaching, gathered[0] ?? '');
  await later(reaching, 3000);
  refuses = false;
  const from = ntfy.received.length;
  expect((await reaching.reach(gathered[0] ?? '')).state).toBe('settled');
  expect((await reaching.reach(gathered[1] ?? '')).notices).toMatchObject({
    waiting: 1,
    failed: 0,
  });
  await later(reaching, 10 * MINUTE_MS);
  expect(published(reaching, from)).toEqual(['Reminder: 2 questions are pending']);
});

test('corrects a count that changed while it was being sent for longer than a correction waits', async () => {
  const slow = Promise.withResolvers<null>();
  let isFirst = true;
  await using reaching = await testReaching({
    async before({ body }) {
      if (!isFirst || !body.includes('are pending')) return null;
      isFirst = false;
      return slow.promise;
    },
  });
  const { inbox, ntfy, worker } = reaching;
  await reaching.contact();
  const asked: string[] = [];
  while (asked.length < 6) asked.push((await inbox.send({ review: { type: 'approval' } })).id);
  await ntfy.has(SINGLE);
  inbox.clock.advance(21_000);
  worker.look();
  await ntfy.has(SINGLE + 1);
  await approve(reaching, asked.at(-1) ?? '');
  inbox.clock.advance(5000);
  slow.resolve(null);
  await reaching.reaches(asked.at(-1) ?? '', ({ state }) => state === 'settled');
  expect(published(reaching, SINGLE)).toEqual([
    '3 questions are pending',
    'quietly: 2 questions are pending',
  ]);
});

test('sends a correction and a reminder of gathered questions one after another where both are due', async () => {
  let underWay = 0;
  let most = 0;
  await using reaching = await testReaching({
    async before() {
      most = Math.max(most, ++underWay);
      await Bun.sleep(20);
      underWay -= 1;
      return null;
    },
  });
  const { inbox } = reaching;
  await reaching.contact();
  const { single, gathered } = await testBurst(reaching, 6);
  for (const id of single) await approve(reaching, id);
  await later(reaching, 0);
  const until = (at: string) => Date.parse(`2030-01-02T${at}Z`) - inbox.now();
  await later(reaching, until('12:09:58'));
  await approve(reaching, gathered[0] ?? '');
  const from = reaching.ntfy.received.length;
  most = 0;
  await later(reaching, until('12:10:01'));
  await later(reaching, 3000);
  expect(published(reaching, from).toSorted()).toEqual([
    'Reminder: 2 questions are pending',
    'quietly: 2 questions are pending',
  ]);
  expect(most).toBe(1);
});

test('sends no reminder of gathered questions to a contact that was disabled', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  const contact = await reaching.contact();
  const { gathered } = await testBurst(reaching, 5);
  await updateContact(inbox, inbox.owner, contact.id, { disabled: true });
  const count = ntfy.received.length;
  await later(reaching, 61 * MINUTE_MS);
  expect(ntfy.received).toHaveLength(count);
  expect((await reaching.reach(gathered[0] ?? '')).state).toBe('sent');
});

test('reminds of gathered questions in a chat by a message that takes the place of the last', async () => {
  await using chatting = await testChatting();
  const { telegram } = chatting;
  await chatting.pair();
  await testBurst(chatting, 5);
  const texts = () => telegram.chat(ANN).map(({ text }) => text.split('\n')[0]);
  expect(texts().at(-1)).toBe('2 questions are pending');
  const ids = telegram.chat(ANN).map(({ message_id }) => message_id);
  await later(chatting, 10 * MINUTE_MS);
  expect(texts().filter((text) => text?.includes('are pending'))).toEqual([
    'Reminder: 2 questions are pending',
  ]);
  expect(ids).not.toContain(telegram.chat(ANN).at(-1)?.message_id ?? 0);
  expect(await listContacts(chatting.inbox, chatting.inbox.owner)).toHaveLength(1);
});
