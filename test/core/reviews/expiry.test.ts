import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { InboxError } from '../../../src/core/errors.ts';
import { getMessage } from '../../../src/core/messages/messages.ts';
import { ListMessages } from '../../../src/core/messages/schema.ts';
import { settleExpired } from '../../../src/core/reviews/expiry.ts';
import { answerReview, getReview } from '../../../src/core/reviews/reviews.ts';
import { waitForReview } from '../../../src/core/reviews/waiting.ts';
import { startSchedule } from '../../../src/schedule.ts';
import { nextEvent, recordEvents } from '../../support/inbox/events.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { listMessages, listPending } from '../../support/inbox/pages.ts';

const ask = (expiresInSeconds?: number) => ({
  review: { type: 'approval', ...(expiresInSeconds === undefined ? {} : { expiresInSeconds }) },
});
const yes = { selectedOption: 'approve' };

test('expires after a day by default, or after the requested time', async () => {
  await using inbox = await testInbox({ now: '2030-01-01T00:00:00.000Z' });
  const day = (await inbox.send(ask())).review;
  expect(day?.expiresInSeconds).toBe(86_400);
  expect(day?.expiresAt).toBe('2030-01-02T00:00:00.000Z');
  const minute = (await inbox.send(ask(60))).review;
  expect(minute?.expiresAt).toBe('2030-01-01T00:01:00.000Z');
  const until = { type: 'approval', expiresAt: '2030-01-01T02:00:00.5+01:00' };
  const hour = (await inbox.send({ review: until })).review;
  expect(hour).toMatchObject({ expiresInSeconds: 3601, expiresAt: '2030-01-01T01:00:00.500Z' });
});

test('is pending until its last millisecond and expired afterwards', async () => {
  await using inbox = await testInbox();
  const { id, review } = await inbox.send(ask(60));
  inbox.clock.at(Date.parse(review?.expiresAt ?? '') - 1);
  expect((await getReview(inbox, inbox.agent, id)).review.status).toBe('pending');
  inbox.clock.advance(1);
  expect((await getReview(inbox, inbox.agent, id)).review.status).toBe('expired');
  expect((await listPending(inbox, inbox.owner)).data).toEqual([]);
  const expired = await listMessages(inbox, inbox.agent, ListMessages.parse({ review: 'expired' }));
  expect(expired.data.map((one) => one.id)).toEqual([id]);
});

test('refuses an answer at the moment of expiry with the status', async () => {
  await using inbox = await testInbox();
  const { id } = await inbox.send(ask(60));
  inbox.clock.advance(60_000);
  const refused = await answerReview(inbox, inbox.owner, id, yes).catch((error) => error);
  expect(refused).toBeInstanceOf(InboxError);
  expect(refused.code).toBe('conflict');
  expect(refused.details).toEqual({ status: 'expired', respondedAt: null, respondedBy: null });
});

test('refuses an answer when the question expires before the write', async () => {
  await using inbox = await testInbox();
  const { id } = await inbox.send(ask(60));
  inbox.clock.advance(59_999);
  const answering = answerReview(inbox, inbox.owner, id, yes).catch((error) => error);
  inbox.clock.advance(1);
  expect((await answering).details).toMatchObject({ status: 'expired', respondedBy: null });
  expect((await getMessage(inbox, inbox.agent, id)).review?.status).toBe('expired');
});

test('refuses answers to an expired question on a full disk, and records its expiry later', async () => {
  await using inbox = await testInbox();
  const { id } = await inbox.send(ask(60));
  const lay = (line: string) => inbox.store.commit((tx) => sql.raw(line).execute(tx));
  await lay('create table ballast (bytes)');
  await lay(`create trigger grow after update on reviews
    begin insert into ballast values (zeroblob(1000000)); end`);
  await lay('pragma max_page_count = 1');
  inbox.clock.advance(60_000);
  expect((await listPending(inbox, inbox.owner)).data.map((one) => one.id)).toEqual([id]);
  expect((await getMessage(inbox, inbox.agent, id)).review?.status).toBe('pending');
  const refused = await answerReview(inbox, inbox.owner, id, yes).catch((error) => error);
  expect(refused.details).toMatchObject({ status: 'expired' });
  await lay('pragma max_page_count = 1000000');
  const received = recordEvents(inbox);
  inbox.clock.advance(1000);
  expect((await listPending(inbox, inbox.owner)).data).toEqual([]);
  expect(received.map(({ name }) => name)).toEqual(['review:expired']);
});

test('emits the expiry once for simultaneous readers', async () => {
  await using inbox = await testInbox();
  const { id, channelId } = await inbox.send(ask(60));
  const received = recordEvents(inbox);
  inbox.clock.advance(60_000);
  const looks = [listPending(inbox, inbox.owner), getMessage(inbox, inbox.agent, id)];
  await Promise.all([...looks, settleExpired(inbox), settleExpired(inbox)]);
  await settleExpired(inbox);
  expect(received).toEqual([
    { name: 'review:expired', payload: { messageId: id, channelId, was: { pending: true } } },
  ]);
});

test('expires questions that ran out while the inbox was closed', async () => {
  await using inbox = await testInbox();
  const { id } = await inbox.send(ask(60));
  const later = await inbox.send(ask(120));
  await inbox.close();
  inbox.clock.advance(60_000);
  await using again = await inbox.restart();
  const received = nextEvent(again, 'review:expired');
  const schedule = startSchedule(again);
  expect((await received).messageId).toBe(id);
  expect((await getReview(again, again.agent, later.id)).review.status).toBe('pending');
  schedule.stop();
});

test('expires a question on schedule without any reader', async () => {
  await using inbox = await testInbox({ now: Date.now() });
  const started = Date.now();
  inbox.now = Date.now;
  const schedule = startSchedule(inbox);
  const { id, review } = await inbox.send(ask(1));
  const expired = nextEvent(inbox, 'review:expired');
  expect((await expired).messageId).toBe(id);
  const late = Date.now() - Date.parse(review?.expiresAt ?? '');
  expect([late >= 0, late < 1000, started > 0]).toEqual([true, true, true]);
  schedule.stop();
});

test('expires a question asked while others expire at its own time', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  for (let round = 0; round < 100; round++) {
    await inbox.send({ channelId, ...ask(60) });
    inbox.clock.advance(60_000);
    const settled = settleExpired(inbox);
    for (let turn = 0; turn < round % 50; turn++) await Promise.resolve();
    const asked = inbox.send({ channelId, ...ask(30) });
    await settled;
    const { id } = await asked;
    inbox.clock.advance(30_000);
    expect((await getMessage(inbox, inbox.agent, id)).review?.status).toBe('expired');
  }
});

test('expires more questions together than one write can take', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const asked = Array.from({ length: 1100 }, () => inbox.send({ channelId, ...ask(60) }));
  await Promise.all(asked);
  const received = recordEvents(inbox);
  inbox.clock.advance(60_000);
  expect((await listPending(inbox, inbox.owner)).data).toEqual([]);
  expect(new Set(received.map((event) => Object.values(event.payload)[0])).size).toBe(1100);
});

test('ends a wait with expired when the question expires', async () => {
  await using inbox = await testInbox();
  const { id, channelId: channel } = await inbox.send(ask(60));
  const waiting = waitForReview(inbox, inbox.agent, id, { channel, timeoutMs: 30_000 });
  inbox.clock.advance(60_000);
  await settleExpired(inbox);
  expect(await waiting).toMatchObject({ status: 'expired', message: { id } });
});
