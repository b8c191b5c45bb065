import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { ListMessages, type Message } from '../../../src/core/messages/schema.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { listMessages } from '../../support/inbox/pages.ts';

const alphabet = [
  ...'abAB ÄäA\u0308a\u0308\u0301\u0327각\u1100\u1161ßİıΣσς漢字かな😀🇨🇭"\'*()-:^+~{}%_\\\t\n\u00a0\u0000\u{10ffff}\u200b',
];
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom('NOT a', 'a OR b', 'NEAR(a b)', 'text:a', '"a"', 'a*', 'DROP TABLE', '漢字'),
);

/** NUL and U+10FFFF, which no character has, count as one, and so do letters with their marks. */
const folded = (given: string) =>
  given
    .toWellFormed()
    .toLowerCase()
    .normalize('NFC')
    .replaceAll('ς', 'σ')
    .replaceAll('\0', '\u{10ffff}');

/** The definition of a search: every word is somewhere in the text. */
const finds = (query: string, given: string | null) =>
  folded(query)
    .split(/\s+/u)
    .every((word) => given !== null && folded(given).includes(word));

async function search(inbox: TestInbox, channelId: string, query: string): Promise<Message[]> {
  const list = ListMessages.parse({ channel: channelId, search: query, limit: 100 });
  return (await listMessages(inbox, inbox.agent, list)).data;
}

test('finds the texts with all words of the search, and never fails', async () => {
  await using inbox = await testInbox();
  await fc.assert(
    fc.asyncProperty(
      fc.array(text.filter(Boolean), { minLength: 1, maxLength: 8 }),
      fc.array(text, { minLength: 1, maxLength: 6 }),
      fc.nat(40),
      async (texts, queries, start) => {
        const { id: channelId } = await inbox.channel();
        await Promise.all(texts.map((one) => inbox.send({ channelId, text: one })));
        const part = (texts[0] ?? '').slice(start % 5, (start % 5) + 4);
        for (const query of [...queries, ...texts, part].filter((one) => one.trim() !== '')) {
          const found = (await search(inbox, channelId, query)).map((one) => one.text);
          const expected = texts
            .filter((one) => finds(query, one))
            .map((one) => one.toWellFormed());
          expect([query, found.sort()]).toEqual([query, expected.sort()]);
        }
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);

test('accepts 50 words of any length and refuses more', async () => {
  await using inbox = await testInbox();
  for (const length of [1, 2, 3, 18]) {
    const words = Array.from({ length: 50 }, (_, n) =>
      String.fromCodePoint(0x4e00 + n).repeat(length),
    );
    const { id, channelId } = await inbox.send({ text: words.toReversed().join('') });
    const found = await search(inbox, channelId, words.join(' '));
    expect(found.map((one) => one.id)).toEqual([id]);
    expect(await search(inbox, channelId, [...words.slice(9), 'absent'].join(' '))).toEqual([]);
    const refused = search(inbox, channelId, [...words, 'more'].join(' '));
    await expect(refused).rejects.toMatchObject({ code: 'invalid' });
  }
});

test('ignores a search of only whitespace', async () => {
  await using inbox = await testInbox();
  const { channelId } = await inbox.send({ text: 'Hi' });
  for (const query of ['', ' ', '\t\n\u00a0']) {
    expect(await search(inbox, channelId, query)).toHaveLength(1);
  }
});

test('returns metadata exactly, whatever its keys', async () => {
  await using inbox = await testInbox();
  const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', '0'));
  const metadata = fc.dictionary(key, fc.jsonValue(), { noNullPrototype: false });
  await fc.assert(
    fc.asyncProperty(metadata, async (sent) => {
      const given = JSON.parse(JSON.stringify(sent).replace('"a"', '"__proto__"'));
      const { id, metadata: returned } = await inbox.send({ text: 'Hi', metadata: given });
      expect(JSON.stringify(returned)).toBe(JSON.stringify(given));
      const list = ListMessages.parse({ limit: 1 });
      const [listed] = (await listMessages(inbox, inbox.agent, list)).data;
      expect(listed?.id).toBe(id);
      expect(JSON.stringify(listed?.metadata)).toBe(JSON.stringify(given));
    }),
    { numRuns: 200 },
  );
}, 30_000);
