import { expect, test } from 'bun:test';
import { sendMessage } from '../../../src/core/messages/messages.ts';
import { SendMessage } from '../../../src/core/messages/schema.ts';
import { updateStream } from '../../../src/core/messages/streams.ts';
import { testInbox } from '../../support/inbox.ts';

test('a streamed question never shows the header values of its callback', async () => {
  await using inbox = await testInbox();
  const callback = { url: 'https://example.com/hook', headers: { 'x-secret': 'hush' } };
  await inbox.send({
    ...{ streamId: 's', streamState: 'streaming' },
    review: { type: 'approval', callback },
  });
  const update = () => updateStream(inbox, inbox.agent, 's', { text: 'Deploy?', complete: true });
  const masked = { review: { callback: { headers: { 'x-secret': '***' } } } };
  expect(await update()).toMatchObject(masked);
  expect(await update()).toMatchObject(masked);
});

test('a repeated request shows that its review has expired meanwhile', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const review = { type: 'approval', expiresInSeconds: 5 };
  const sent = SendMessage.parse({ channelId, clientId: 'once', review });
  await sendMessage(inbox, inbox.agent, sent);
  inbox.clock.advance(5000);
  const { message } = await sendMessage(inbox, inbox.agent, sent);
  expect(message.review?.status).toBe('expired');
});
