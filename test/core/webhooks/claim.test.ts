import { expect, test } from 'bun:test';
import { sendMessage } from '../../../src/core/messages/messages.ts';
import { SendMessage } from '../../../src/core/messages/schema.ts';
import { claimDeliveries, findDue } from '../../../src/core/webhooks/claim.ts';
import { listDeliveries } from '../../../src/core/webhooks/deliveries.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

/** A channel with this many deliveries that are due. */
async function channelWith(inbox: TestInbox, host: string, count: number): Promise<string> {
  const webhookUrl = `https://${host}/hook`;
  const { id: channelId } = await inbox.channel({ webhookUrl });
  const body = SendMessage.parse({ channelId, text: 'Hi' });
  for (let turn = 0; turn < count; turn++) await sendMessage(inbox, inbox.owner, body);
  return channelId;
}

test('finds due deliveries of other receivers despite the backlog of a busy one', async () => {
  await using inbox = await testInbox();
  await channelWith(inbox, 'busy.example.com', 5);
  inbox.clock.advance(1000);
  const free = await channelWith(inbox, 'free.example.com', 1);
  const isBusy = (lane: string) => lane.includes('busy');
  const due = await findDue(inbox, { atMs: inbox.now(), limit: 2, isBusy });
  const [wanted] = await listDeliveries(inbox, inbox.owner, { channel: free, limit: 1 });
  expect(due.map(({ id }) => id)).toEqual([`${wanted?.id}`]);
});

test('lists a delivery that is being sent as pending', async () => {
  await using inbox = await testInbox();
  await channelWith(inbox, 'example.com', 2);
  const waiting = () => listDeliveries(inbox, inbox.owner, { status: 'pending', limit: 9 });
  const [one] = await waiting();
  expect(await claimDeliveries(inbox, [`${one?.id}`])).toHaveLength(1);
  expect(await waiting()).toHaveLength(2);
  expect(await listDeliveries(inbox, inbox.owner, { status: 'failed', limit: 9 })).toEqual([]);
});
