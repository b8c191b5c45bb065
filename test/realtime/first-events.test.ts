/** A follower of a log without events, such as that of an inbox that was just restored. */
import { expect, test } from 'bun:test';
import { readEvents } from '../../src/core/log/page.ts';
import { testInbox } from '../support/inbox/inbox.ts';

test('continues a log without events while the first one is written', async () => {
  for (let round = 0; round < 8; round++) {
    await using inbox = await testInbox();
    const { announced: after, id: log } = inbox.eventLog;
    const [page] = await Promise.all([
      readEvents(inbox, inbox.owner, { after, log, limit: 10 }),
      inbox.channel(),
    ]);
    expect([0, 1]).toContain(page.nextAfter - after);
  }
});
