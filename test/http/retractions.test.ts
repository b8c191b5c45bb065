import { expect, test } from 'bun:test';
import { deleteMessage } from '../../src/core/messages/messages.ts';
import { appOf } from '../support/inbox/app.ts';
import { testInbox } from '../support/inbox/inbox.ts';

test('pages retracted questions as an array, with the next cursor in a header', async () => {
  await using inbox = await testInbox();
  const send = await appOf(inbox);
  const { id: channelId } = await inbox.channel();
  const ids: string[] = [];
  for (let at = 0; at < 3; at++) {
    const { id } = await inbox.send({ channelId, review: { type: 'approval' } });
    ids.unshift(id);
    await deleteMessage(inbox, inbox.agent, id);
  }
  const headers = { authorization: 'Bearer local' };
  const first = await send(`/reviews/retracted?channel=${channelId}&limit=2`, { headers });
  const cursor = first.headers.get('inbox-next-cursor');
  expect(await first.json()).toMatchObject([{ id: ids[0] }, { id: ids[1] }]);
  const last = await send(`/reviews/retracted?limit=2&cursor=${cursor}`, { headers });
  expect(await last.json()).toMatchObject([{ id: ids[2] }]);
  expect(last.headers.has('inbox-next-cursor')).toBe(false);
});
