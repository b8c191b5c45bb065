import { expect, test } from 'bun:test';
import { deleteChannel } from '../../../src/core/channels/channels.ts';
import { testWebhook } from '../../../src/core/webhooks/deliveries.ts';
import { getWebhook, rotateSecret } from '../../../src/core/webhooks/webhooks.ts';
import { testInbox } from '../../support/inbox/inbox.ts';

test.each([
  ['shown', getWebhook],
  ['rotated', rotateSecret],
  ['tested', testWebhook],
] as const)(
  'reports not_found when the channel is removed while its webhook is %s',
  async (_, verb) => {
    await using inbox = await testInbox();
    const { id } = await inbox.channel();
    const removed = deleteChannel(inbox, inbox.owner, id);
    const [asked] = await Promise.allSettled([verb(inbox, inbox.owner, id), removed]);
    expect(asked).toMatchObject({ status: 'rejected', reason: { code: 'not_found' } });
  },
);
