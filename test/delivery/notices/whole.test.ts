/** How much of a question each way shows, and that the rest takes the answers with it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { updateContact } from '../../../src/core/notify/contacts.ts';
import { findDecision } from '../../../src/core/notify/decide.ts';
import { givenFile } from '../../support/inbox/files.ts';
import { type AllWays, type Seen, testAllWays } from '../../support/reach/all-ways.ts';
import { testMailing } from '../../support/reach/mailing.ts';
import { testReaching } from '../../support/reach/reaching.ts';

const approval = { type: 'approval', payload: { title: 'Deploy?' }, urgency: 'high' as const };
const OPEN = 'Open the question to see all of it.';
const ANSWERING = ['webpush', 'ntfy', 'telegram', 'slack', 'email'];

let ways: AllWays;
beforeAll(async () => {
  ways = await testAllWays();
});
afterAll(() => ways[Symbol.asyncDispose]());
// Ten high questions a minute are sent by themselves.
beforeEach(() => ways.inbox.clock.advance(60_000));

const offering = (seen: Record<string, Seen>) =>
  ANSWERING.filter((way) => seen[way]?.labels.length || seen[way]?.takesText);

test('offers an answer as long as there is room for the whole text, which is another in each way', async () => {
  const rows: [text: string, ways: string[]][] = [
    // The first line is the channel.
    ['x'.repeat(236), ANSWERING],
    ['x'.repeat(237), ANSWERING.slice(1)],
    ['one\ntwo\nthree\nfour', ANSWERING],
    ['one\ntwo\nthree\nfour\nfive', ANSWERING.slice(1)],
    ['漢'.repeat(1165), ANSWERING.slice(1)],
    ['漢'.repeat(1170), ['telegram', 'slack', 'email']],
    ['x'.repeat(2497), ['ntfy', 'telegram', 'email']],
    ['x'.repeat(3497), ['email']],
    ['🚀'.repeat(1749), ['slack', 'email']],
  ];
  for (const [text, expected] of rows) {
    const seen = await ways.ask({ text, review: approval });
    expect(offering(seen), text.slice(0, 9)).toEqual(expected);
    for (const way of ANSWERING) {
      const isOffered = expected.includes(way);
      expect([way, seen[way]?.text.includes(text)]).toEqual([way, isOffered]);
      expect([way, seen[way]?.text.includes(`…\n${OPEN}`)]).toEqual([way, !isOffered]);
    }
  }
});

test('passes 1,000 letters on to Apprise, choices included, and offers no answer there', async () => {
  const choices = '\n\n- Approve\n- Reject';
  const most = 1000 - `Bot\n${choices}`.length;
  for (const length of [most, most + 1]) {
    const text = '🚀'.repeat(length);
    const { apprise } = await ways.ask({ text, review: approval });
    const isWhole = length === most;
    expect(apprise?.text.includes(text + choices)).toBe(isWhole);
    expect(apprise?.text.includes(`…\n${OPEN}`)).toBe(!isWhole);
    expect(apprise).toMatchObject({ labels: [], takesText: false });
  }
});

test('offers no answer to a question with files, or of which the contact shows a title alone', async () => {
  await using ways = await testAllWays();
  const { inbox, channelId } = ways;
  const files = [await givenFile(inbox, { channelId }), await givenFile(inbox, { channelId })];
  const seen = await ways.ask({ attachmentIds: files.map(({ id }) => id), review: approval });
  expect(offering(seen)).toEqual([]);
  for (const way of ANSWERING) expect(seen[way]?.text).toContain(`2 files\n${OPEN}`);
  const contacts = await inbox.store.read.selectFrom('contacts').select('id').execute();
  for (const { id } of contacts) await updateContact(inbox, inbox.owner, id, { shows: 'title' });
  const titles = await ways.ask({ text: 'secret', review: approval });
  expect(offering(titles)).toEqual([]);
  for (const way of ANSWERING) {
    expect(titles[way]?.text).toContain(`Deploy?\n`);
    expect(titles[way]?.text).toContain(OPEN);
    expect(titles[way]?.text).not.toContain('secret');
  }
});

test('lists the options that buttons cannot show whole, with their descriptions', async () => {
  const items = [
    { id: 'a', label: 'eu-west-1', description: 'Costs\nmore' },
    { id: 'b', label: 'A label that is longer than a button shows' },
  ];
  const payload = { title: 'Where?', items };
  const seen = await ways.ask({ review: { ...approval, type: 'selection', payload } });
  expect(offering(seen)).toEqual(ANSWERING);
  for (const way of [...ANSWERING, 'apprise']) {
    expect(seen[way]?.text).toContain(
      '- eu-west-1: Costs\nmore\n- A label that is longer than a button shows',
    );
  }
  const hidden = { title: 'Pay \u202eecila', options: [{ id: 'a', label: '\u202eyap' }] };
  const named = await ways.ask({ review: { ...approval, payload: hidden } });
  for (const way of ANSWERING) expect(named[way]?.text).toContain('Pay [U+202E]ecila');
  expect(named.telegram?.labels).toEqual(['[U+202E]yap']);
  const forging = { options: [{ id: 'a', label: '\u202eyap:\nhttps://evil.example' }, 'no'] };
  const forged = await ways.ask({ review: { ...approval, payload: forging } });
  expect(forged.email?.text).toContain('\n[U+202E]yap: https://evil.example:\nhttps://inbox');
});

test('offers no answer where two buttons would look alike', async () => {
  await using ways = await testAllWays();
  const long = `Restart ${'the billing service '.repeat(3)}`;
  const rows: [items: object[], ways: string[]][] = [
    [
      [
        { id: 'a', label: 'Europe', description: 'Frankfurt' },
        { id: 'b', label: 'Europe ', description: 'Dublin' },
      ],
      [],
    ],
    [
      [
        { id: 'a', label: `${long}in Europe` },
        { id: 'b', label: `${long}in Asia` },
      ],
      ['email'],
    ],
  ];
  for (const [items, expected] of rows) {
    const payload = { title: 'Which?', items };
    const seen = await ways.ask({ review: { ...approval, type: 'selection', payload } });
    expect(offering(seen)).toEqual(expected);
  }
});

test('mails a link to the page with all answers where the mail cannot show the whole question', async () => {
  await using mailing = await testMailing();
  const { inbox, mail } = mailing;
  await mailing.verify();
  const { id: channelId } = await inbox.channel();
  const file = await givenFile(inbox, { channelId });
  const { id } = await inbox.send({ channelId, attachmentIds: [file.id], review: approval });
  const [, asked] = await mail.has(2);
  const [link, ...others] = asked?.text.match(/https:\S+/g) ?? [];
  expect(others).toEqual([]);
  const [, text = ''] = link?.split('https://inbox.example/decide#') ?? [];
  expect(await findDecision(inbox, text)).toMatchObject({ messageId: id, option: null });
});

test('publishes labels and texts of any size to ntfy in less than 8 KiB', async () => {
  await using reaching = await testReaching({ publicUrl: `https://${'inbox.'.repeat(20)}example` });
  const { inbox, ntfy } = reaching;
  await reaching.contact();
  const options = ['a', 'b', 'c'].map((id) => ({ id, label: `${id}${'漢'.repeat(479)}` }));
  const rows: [description: string, buttons: number | undefined][] = [
    ['x'.repeat(100), undefined],
    ['"'.repeat(3000), undefined],
    ['', 3],
  ];
  for (const [description, buttons] of rows) {
    const own =
      buttons === undefined
        ? options
        : options.map(({ id }) => ({ id, label: id + '漢'.repeat(70) }));
    const payload = { title: '漢'.repeat(300), description, options: own };
    const { id } = await inbox.send({ review: { ...approval, payload } });
    await reaching.reaches(id, ({ state }) => state === 'sent');
    const { body = '' } = ntfy.received.at(-1) ?? {};
    expect(Buffer.byteLength(body)).toBeLessThan(8192);
    expect(JSON.parse(body).actions?.length).toBe(buttons);
  }
});

test('lists few items of which several may be chosen, for which no way has a button', async () => {
  for (const labels of [['eu'], ['eu', 'us'], ['eu', 'us', 'asia']]) {
    const items = labels.map((label) => ({ id: label, label: `region-${label}` }));
    const payload = { title: 'Where?', mode: 'multi', items };
    const review = { type: 'selection', payload, urgency: 'high' as const };
    const seen = await ways.ask({ text: 'Choose', review });
    expect(offering(seen)).toEqual([]);
    for (const way of ANSWERING)
      for (const { label } of items)
        expect([way, seen[way]?.text]).toEqual([way, expect.stringContaining(label)]);
  }
});
