/** An inbox that delivers webhooks, to receivers on loopback, with a clock that is stopped. */
import { createSend } from '../../../src/delivery/http/send.ts';
import { webhookQueue } from '../../../src/delivery/webhooks/queue.ts';
import { createWorker } from '../../../src/delivery/worker.ts';
import { nextEvent } from '../inbox/events.ts';
import { testInbox } from '../inbox/inbox.ts';
import { testReceiver } from './http-receiver.ts';

export const DELAYS_MS = [5000, 30_000, 300_000];

export async function testDelivery(answer?: Parameters<typeof testReceiver>[0]) {
  const inbox = await testInbox({ webhookAllow: ['127.0.0.1'], webhookRetriesMs: DELAYS_MS });
  const receiver = testReceiver(answer);
  const send = createSend({ allow: inbox.webhookAllow, timeoutMs: 10_000 });
  const start = async () => {
    const started = createWorker(inbox);
    await started.serve(webhookQueue(inbox, send));
    return started;
  };
  const worker = await start();
  return {
    inbox,
    receiver,
    worker,
    start,
    /** Creates a channel whose events the receiver gets. */
    channel: () => inbox.channel({ webhookUrl: `${receiver.url}/channel` }),
    /** The next time that an attempt at a message went one way or the other. */
    recorded: () => nextEvent(inbox, 'message:delivery'),
    async [Symbol.asyncDispose]() {
      await worker.stop();
      await receiver[Symbol.asyncDispose]();
      await inbox[Symbol.asyncDispose]();
    },
  };
}
