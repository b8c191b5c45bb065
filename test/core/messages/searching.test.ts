import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import type { z } from 'zod';
import { lookOf } from '../../../src/core/letters.ts';
import { cutAroundWords } from '../../../src/core/messages/cut.ts';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { indexOlder, passes } from '../../../src/core/messages/reindexing.ts';
import { ListMessages } from '../../../src/core/messages/schema.ts';
import { firstPlaceOf, fold } from '../../../src/storage/search.ts';
import { readState, writeState } from '../../../src/storage/state.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { listMessages } from '../../support/inbox/pages.ts';
import { randomLetters } from '../../support/machine/random.ts';

const COUNT = 25_000;
const NEEDLES = [1, 4999, 9999, 10_000, 15_000, 15_001, 24_999, 25_000];
const idOf = (n: number) => `${n}`.padStart(26, '0');

/** Enough messages for a search to need several slices; a few contain "needle". */
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

test('finds matches throughout a long history, in order, from any cursor', async () => {
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

test('searches a long history for a long word as well', async () => {
  await using inbox = await testInbox();
  await fill(inbox);
  for (let n = 0; n < 20; n++) await inbox.send({ text: `aaa ${randomLetters(8000, n)}` });
  expect(await search(inbox, { search: 'a'.repeat(1000) })).toEqual([]);
}, 10_000);

test('yields to other requests while it scans without a match', async () => {
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

test('finds a text too long for the index by every word, in order', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const filler = 'straw '.repeat(10_000);
  const texts = ['needle early', `${filler}needle`, 'a needle', `${filler}NEEDLE zq`];
  const ids: string[] = [];
  for (const text of texts) ids.push((await inbox.send({ channelId, text })).id);
  const find = async (query: z.input<typeof ListMessages>) =>
    (await listMessages(inbox, inbox.agent, ListMessages.parse(query))).data.map(({ id }) =>
      ids.indexOf(id),
    );
  expect(await find({ search: 'needle' })).toEqual([3, 2, 1, 0]);
  expect(await find({ search: 'needle', limit: 2 })).toEqual([3, 2]);
  expect(await find({ search: 'needle', after: ids[0] })).toEqual([1, 2, 3]);
  expect(await find({ search: 'zq straw' })).toEqual([3]);
  await deleteMessage(inbox, inbox.agent, ids[3] ?? '');
  expect(await find({ search: 'needle straw' })).toEqual([1]);
});

/** This many texts of a quarter of a megabyte each. */
async function fillLong(inbox: TestInbox, count: number): Promise<void> {
  await fill(inbox);
  await inbox.store.commit(async (tx) => {
    const text = sql`replace(hex(zeroblob(131072)), '00', 'ab')`;
    await sql`update messages set text = ${text} where seq <= ${count}`.execute(tx);
    await sql`delete from message_search where rowid <= ${count}`.execute(tx);
    await sql`insert into long_texts select seq, text from messages where seq <= ${count}`.execute(
      tx,
    );
  });
}

/** How often others are served while it works. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  await work;
  clearInterval(timer);
  return turns;
}

test('yields repeatedly while it reads long texts', async () => {
  await using inbox = await testInbox();
  await fillLong(inbox, 80);
  const longOnes = search(inbox, { search: 'zq', cursor: idOf(81) });
  expect(await turnsOf(longOnes)).toBeGreaterThan(3);
});

test('stops when its caller leaves', async () => {
  await using inbox = await testInbox();
  await fillLong(inbox, 80);
  const left = new AbortController();
  const list = ListMessages.parse({ search: 'zq', cursor: idOf(81) });
  const whole = await turnsOf(listMessages(inbox, inbox.agent, list));
  setImmediate(() => left.abort());
  const cut = await turnsOf(listMessages(inbox, inbox.agent, list, left.signal));
  expect(cut).toBeLessThan(whole / 2);
});

const forms = ['NFC', 'NFD'] as const;
const words = ['café', 'zürich', 'Ünïted', '한글', 'がぎ', 'Ngọc'];

test('finds a word however its letters are composed, in the text and in labels', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const found = async (query: string) =>
    (await listMessages(inbox, inbox.agent, ListMessages.parse({ search: query }))).data.length;
  for (const [at, word] of words.entries()) {
    for (const form of forms) {
      await inbox.send({ channelId, text: `${at} the ${word.normalize(form)} and more` });
      const options = [{ id: 'a', label: `To ${word.normalize(form)}` }];
      await inbox.send({
        channelId,
        text: `${at}?`,
        review: { type: 'approval', payload: { options } },
      });
    }
  }
  for (const word of words) {
    for (const form of forms) expect([word, await found(word.normalize(form))]).toEqual([word, 4]);
    const upper = word.toUpperCase().normalize('NFD');
    expect([upper, await found(`${upper} the`)]).toEqual([upper, 2]);
  }
});

test('indexes texts of earlier versions again, so that they are found too', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const texts = ['plain', 'café', 'cafe\u0301 too', `cafe\u0301 ${'long '.repeat(3000)}`];
  for (const text of texts) await inbox.send({ channelId, text });
  await inbox.store.commit(async (tx) => {
    for (const place of ['message_search', 'long_texts'])
      await sql`update ${sql.table(place)} set text = replace(text, 'é', ${'e\u0301'})
        where text <> 'café'`.execute(tx);
    for (const { name } of passes) await writeState(tx, name, '');
  });
  expect(await search(inbox, { search: 'café' })).toHaveLength(1);
  await indexOlder(inbox);
  expect(await search(inbox, { search: 'café' })).toHaveLength(3);
  for (const { name } of passes) expect(await readState(inbox.store.read, name)).toBeNull();
});

test('finds the place of a word behind 250 KiB of letters in parts, to within a few letters', () => {
  const before = 'e\u0301'.repeat(83_000);
  const place = firstPlaceOf(`${before} needle`, ['needle']);
  expect(Math.abs(place - before.length - 1)).toBeLessThan(20);
});

test('finds a word in a long text wherever its composed letters are', () => {
  const needle = 'ne\u0301edle \u1112\u1161\u11ab 👍🏽';
  for (let before = 1000; before < 1040; before++) {
    const text = `${'x'.repeat(before)}${needle}${' y'.repeat(500)}`;
    expect(firstPlaceOf(text, ['absent', fold(needle)])).toBe(before);
  }
});

test('shows a long text around what was found, however its letters are composed', () => {
  const text = `${'Vie\u0323\u0302t '.repeat(2000)}needle${' e\u0301'.repeat(2000)}`;
  const { text: cut } = cutAroundWords({ text, isCut: 1 }, ['needle']);
  expect(cut).toContain('needle');
});

test('takes no time for a pile of marks, in a text and in a search', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const pile = `a${'\u0301\u0316'.repeat(50_000)}`;
  const review = { type: 'approval', payload: { description: pile } };
  await inbox.send({ channelId, text: `needle ${pile}`, review });
  const list = ListMessages.parse({ search: `needle ${pile.slice(0, 500)}` });
  expect((await listMessages(inbox, inbox.agent, list)).data).toHaveLength(1);
  expect(lookOf(pile).length).toBeGreaterThan(0);
});
