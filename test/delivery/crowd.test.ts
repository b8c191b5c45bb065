import { expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { createContact } from '../../src/core/notify/contacts.ts';
import { CreateContact } from '../../src/core/notify/schema.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import { createSend } from '../../src/delivery/http/send.ts';
import { noticeQueue } from '../../src/delivery/notices/queue.ts';
import { webhookQueue } from '../../src/delivery/webhooks/queue.ts';
import { createWorker } from '../../src/delivery/worker.ts';
import { noWays } from '../../src/ways/ways.ts';
import { testReceiver } from '../support/delivery/http-receiver.ts';
import { nextEvent } from '../support/inbox/events.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { eventually } from '../support/reach/eventually.ts';
import { testNtfy } from '../support/reach/ntfy.ts';

const HUNG = 1000;
const DEAD = 300;
const HEALTHY = 100;
/** The places of webhooks among the 2,048 that they share with notices. */
const PLACES = 1792;
const MORE_THAN_ALL = 2100;

test('delivers to healthy receivers despite 1,000 that hang and 300 unresolvable names', async () => {
  await using inbox = await testInbox({ webhookAllow: ['127.0.0.0/8'] });
  await using hole = await listenAndHang();
  await using receiver = testReceiver();
  const resolve = () => new Promise<string[]>(() => {});
  const send = createSend({ allow: inbox.webhookAllow, timeoutMs: 60_000, resolve });
  const worker = createWorker(inbox);
  await worker.serve(webhookQueue(inbox, send));
  const channelId = (await inbox.channel()).id;
  const hung = Array.from({ length: HUNG }, (_, at) => hole.url(at));
  const dead = Array.from({ length: DEAD }, (_, at) => `http://dead-${at}.example/`);
  await Promise.all([...hung, ...dead].map((url) => answered(inbox, channelId, url)));
  await hole.holds(HUNG);

  for (let turn = 0; turn < HEALTHY; turn++) {
    const delivered = nextEvent(inbox, 'message:delivery');
    await answered(inbox, channelId, receiver.url);
    expect((await delivered).deliveryStatus).toBe('webhook_delivered');
  }
  const attempts = await inbox.store.read.selectFrom('delivery_attempts').selectAll().execute();
  expect([attempts.length, receiver.received.length]).toEqual([HEALTHY, HEALTHY]);
  await worker.stop();
}, 60_000);

test('notifies of a question while webhooks that hang have all the places that they may', async () => {
  await using ntfy = testNtfy();
  const ways = { ...noWays, ntfyUrl: ntfy.url };
  await using inbox = await testInbox({ webhookAllow: ['127.0.0.0/8'], ways });
  const resolve = () => new Promise<string[]>(() => {});
  const send = createSend({ allow: inbox.webhookAllow, timeoutMs: 60_000, resolve });
  const worker = createWorker(inbox);
  const { attempts } = await worker.serve(webhookQueue(inbox, send));
  await worker.serve(noticeQueue(inbox, { homeOf: () => 'https://inbox.example' }));
  const channelId = (await inbox.channel()).id;
  const urls = Array.from({ length: MORE_THAN_ALL }, (_, at) => `http://dead-${at}.example/`);
  await Promise.all(urls.map((url) => answered(inbox, channelId, url)));
  await eventually(() => attempts().underWay === PLACES);
  const contact = CreateContact.parse({ kind: 'ntfy', address: 'phone' });
  await createContact(inbox, inbox.owner, contact);
  const review = { type: 'approval', payload: { title: 'Deploy?' } };
  await inbox.send({ channelId, review });
  await ntfy.has(1);
  expect(ntfy.shown('phone').map(({ title }) => title)).toEqual(['Deploy?']);
  expect(attempts().underWay).toBe(PLACES);
  await worker.stop();
}, 60_000);

async function answered(inbox: TestInbox, channelId: string, webhookUrl: string): Promise<void> {
  const { id } = await inbox.send({ channelId, webhookUrl, review: { type: 'approval' } });
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
}

/** Takes every connection to any address of this machine's own, and says nothing. */
async function listenAndHang() {
  let held = 0;
  let enough = () => {};
  const sockets = new Set<{ destroy: () => void }>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    held++;
    enough();
  });
  await new Promise<void>((resolve) =>
    server.listen({ port: 0, host: '0.0.0.0', backlog: 2048 }, resolve),
  );
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    /** Another target for each number. */
    url: (at: number) => `http://127.1.${Math.floor(at / 250)}.${1 + (at % 250)}:${port}/`,
    holds: (count: number) =>
      new Promise<void>((resolve) => {
        enough = () => held >= count && resolve();
        enough();
      }),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
