/** Streams of events are requests that are held once, however many events they send. */
import { expect, test } from 'bun:test';
import { HeldCount } from '../../src/core/held-count.ts';
import { eventStream } from '../../src/http/event-stream.ts';
import { testInbox } from '../support/inbox/inbox.ts';

const STREAMS = 300;
const EVENTS = 5;

test('collects once for streams, not again with each event that they send', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  let collected = 0;
  inbox.eventLog.held = new HeldCount(() => collected++);
  const stop = new AbortController();
  const opened = Array.from({ length: STREAMS }, () =>
    eventStream(inbox, inbox.owner, {}, stop.signal),
  );
  const streams = await Promise.all(opened);
  const next = () => Promise.all(streams.map((stream) => stream.next()));
  await next();
  for (let sent = 0; sent < EVENTS; sent++) {
    const received = next();
    await inbox.send({ channelId, text: `${sent}` });
    await received;
  }
  expect(collected).toBe(1);
  await Promise.all(streams.map((stream) => stream.return(undefined)));
  expect(inbox.eventLog.held.count).toBe(0);
});
