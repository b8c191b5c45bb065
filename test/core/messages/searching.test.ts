import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import type { z } from 'zod';
import { listMessages } from '../../../src/core/messages/messages.ts';
import { ListMessages } from '../../../src/core/messages/schema.ts';
import { type TestInbox, testInbox } from '../../support/inbox.ts';

const COUNT = 25_000;
const NEEDLES = [1, 4999, 9999, 10_000, 15_000, 15_001, 24_999, 25_000];
const idOf = (n: number) => `${n}`.padStart(26, '0');

/** So many messages that a search walks past them in several slices; a few hold "needle". */
async function fill(inbox: TestInbox): Promise<void> {
  const { id } = await inbox.channel();
  const numbers = sql`with recursive numbers(n) as
    (select 1 union all select n + 1 from numbers where n < ${COUNT})`;
  const text = sql`iif(n in (${sql.join(NEEDLES)}), 'needle ', 'straw ') || n`;
  await inbox.store.commit(async (tx) => {
    await sql`insert into messages
      (seq, id, "channelId", "senderType", "senderId", text, "deliveryStatus", "createdAt", "updatedAt")
      ${numbers} select n, printf('%026d', n), ${id}, 'agent', ${id}, ${text}, 'sent', '', ''
      from numbers`.execute(tx);
    await sql`insert into message_search (rowid, text) select seq, text from messages`.execute(tx);
  });
}

async function search(inbox: TestInbox, query: z.input<typeof ListMessages>) {
  const { data } = await listMessages(inbox, inbox.agent, ListMessages.parse(query));
  return data.map(({ id }) => Number(id));
}

test('a search finds in every part of a long history, in order, and from any place on', async () => {
  await using inbox = await testInbox();
  await fill(inbox);
  for (const word of ['needle', 'ne']) {
    const newestFirst = NEEDLES.toReversed();
    expect(await search(inbox, { search: word })).toEqual(newestFirst);
    expect(await search(inbox, { search: word, limit: 3 })).toEqual(newestFirst.slice(0, 3));
    const cursor = idOf(15_001);
    expect(await search(inbox, { search: word, cursor })).toEqual([15_000, 10_000, 9999, 4999, 1]);
    const after = idOf(1);
    expect(await search(inbox, { search: word, after })).toEqual(NEEDLES.slice(1));
    expect(await search(inbox, { search: word, after, cursor, limit: 1 })).toEqual([24_999]);
  }
});

test('others are served while a search walks past all that it does not find', async () => {
  await using inbox = await testInbox();
  await fill(inbox);
  for (const word of ['nowhere', 'zq']) {
    let served = false;
    setImmediate(() => {
      served = true;
    });
    expect(await search(inbox, { search: word })).toEqual([]);
    expect(served).toBe(true);
  }
});
