/** How far back the log reaches. */
import { expect, test } from 'bun:test';
import { holdEvents } from '../../../src/core/log/held.ts';
import { pruneEvents } from '../../../src/core/log/prune.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { readEvents, whole } from '../../support/inbox/pages.ts';

const never = new AbortController().signal;
const DAY = 24 * 60 * 60 * 1000;

test('deletes expired events, but never the newest', async () => {
  await using inbox = await testInbox({ eventsKeepMs: 30 * DAY });
  const { id: channelId } = await inbox.channel();
  for (let n = 0; n < 5; n++) await inbox.send({ channelId, text: `${n}` });
  inbox.clock.advance(20 * DAY);
  const { seq: recent } = await inbox.send({ channelId, text: 'recent' });
  inbox.clock.advance(11 * DAY);
  await pruneEvents(inbox);
  const read = (after: number) => readEvents(inbox, inbox.owner, { after, limit: 100 });
  expect(read(0)).rejects.toMatchObject({ code: 'gone', details: { oldest: recent } });
  expect((await read(recent - 1)).data).toMatchObject([{ seq: recent, event: 'message:created' }]);

  inbox.clock.advance(100 * DAY);
  await pruneEvents(inbox);
  expect((await read(recent - 1)).data).toMatchObject([{ seq: recent }]);
  await using again = await inbox.restart();
  expect((await again.send({ channelId, text: 'next' })).seq).toBe(recent + 1);
});

test('keeps events that follow a later-dated one after the clock was set back', async () => {
  await using inbox = await testInbox({ eventsKeepMs: 30 * DAY });
  const { id: channelId } = await inbox.channel();
  await inbox.send({ channelId, text: 'old' });
  inbox.clock.advance(20 * DAY);
  const { seq } = await inbox.send({ channelId, text: 'ahead' });
  inbox.clock.advance(-20 * DAY);
  await inbox.send({ channelId, text: 'back' });
  inbox.clock.advance(31 * DAY);
  await inbox.send({ channelId, text: 'now' });
  await pruneEvents(inbox);
  const { data } = await readEvents(inbox, inbox.owner, { after: seq - 1, limit: 100 });
  expect(data.map((event) => event.seq)).toEqual([seq, seq + 1, seq + 2]);
  expect(readEvents(inbox, inbox.owner, { after: 0, limit: 100 })).rejects.toMatchObject({
    code: 'gone',
    details: { oldest: seq },
  });
});

test('reads a bounded number of rows per page, and continues on the next', async () => {
  await using inbox = await testInbox();
  const [mine, other] = [await inbox.channel(), await inbox.channel()];
  const after = inbox.eventLog.announced;
  const text = 'x'.repeat(3000);
  await Promise.all(
    Array.from({ length: 10_050 }, () => inbox.send({ channelId: other.id, text: 'a' })),
  );
  for (let n = 0; n < 3; n++) await inbox.send({ channelId: mine.id, text });
  const from = { channel: mine.id, limit: 100 };
  const first = await readEvents(inbox, inbox.owner, { ...from, after });
  expect(first).toEqual({ data: [], nextAfter: after + 10_000, more: true });
  const hold = async (waitMs: number) =>
    whole(await holdEvents(inbox, inbox.owner, { ...from, after }, { waitMs, signal: never }));
  expect(await hold(0)).toMatchObject(first);
  let otherWork = false;
  setImmediate(() => {
    otherWork = true;
  });
  expect((await hold(10_000)).data).toHaveLength(3);
  expect(otherWork).toBe(true);
  const second = await readEvents(inbox, inbox.owner, { ...from, after: first.nextAfter });
  expect(second.data).toHaveLength(3);
  expect(second).toMatchObject({ nextAfter: inbox.eventLog.announced, more: false });
}, 60_000);

test('ends a page of long messages at about 1 MiB', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const after = inbox.eventLog.announced;
  const payload = { title: 't', options: [{ id: 'a', label: 'b'.repeat(150) }] };
  const metadata = { blob: 'm'.repeat(16_000) };
  for (let n = 0; n < 80; n++) {
    await inbox.send({ channelId, text: `${n}`, metadata, review: { type: 'approval', payload } });
  }
  const texts: (string | null | undefined)[] = [];
  let pages = 0;
  for (let from = after, more = true; more; pages++) {
    const page = await readEvents(inbox, inbox.owner, { after: from, limit: 100 });
    expect(JSON.stringify(page).length).toBeLessThan(1024 * 1024 + 100_000);
    texts.push(...page.data.map((event) => ('message' in event ? event.message?.text : null)));
    ({ nextAfter: from, more } = page);
  }
  expect(pages).toBeGreaterThan(1);
  expect(texts).toEqual(Array.from({ length: 80 }, (_, n) => `${n}`));
});
