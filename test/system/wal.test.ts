import { expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sendMessage } from '../../src/core/messages/messages.ts';
import { SendMessage } from '../../src/core/messages/schema.ts';
import { testInbox } from '../support/inbox/inbox.ts';
import { sized } from '../support/machine/sized.ts';

const MESSAGES = sized(40_000, 200_000);
const AT_ONCE = 500;
/** A statement that is not run to its end keeps 1.6 KiB of each message in it. */
const LARGEST_WAL = 16 * 1024 * 1024;

test(`the write-ahead log stays small during ${MESSAGES} messages`, async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const input = SendMessage.parse({ channelId, text: 'Deployed' });
  let largest = 0;
  for (let sent = 0; sent < MESSAGES; sent += AT_ONCE) {
    const sends = Array.from({ length: AT_ONCE }, () => sendMessage(inbox, inbox.agent, input));
    await Promise.all(sends);
    largest = Math.max(largest, statSync(join(inbox.data, 'inbox.db-wal')).size);
  }
  expect(largest).toBeGreaterThan(0);
  expect(largest).toBeLessThan(LARGEST_WAL);
  const count = inbox.store.read
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll().as('count'));
  expect(await count.execute()).toEqual([{ count: MESSAGES }]);
}, 180_000);
