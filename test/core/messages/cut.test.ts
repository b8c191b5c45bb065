import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { JsonObject } from '../../../src/core/json.ts';
import { cutMessage, cutText, LONGEST_LISTED_TEXT } from '../../../src/core/messages/cut.ts';
import { getMessage } from '../../../src/core/messages/messages.ts';
import { ListMessages } from '../../../src/core/messages/schema.ts';
import { answerLine } from '../../../src/core/reviews/kinds/answer-words.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { listMessages, listPending, readEvents } from '../../support/inbox/pages.ts';

test('cuts a text at the last whole character within 4 KiB', () => {
  const long = fc.string({ unit: 'binary', minLength: 1000, maxLength: 6000, size: 'max' });
  fc.assert(
    fc.property(long, (text) => {
      const cut = cutText(text);
      expect(text.startsWith(cut)).toBeTrue();
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(LONGEST_LISTED_TEXT);
      const next = [...text.slice(cut.length)][0];
      if (next === undefined) return;
      expect(Buffer.byteLength(cut + next)).toBeGreaterThan(LONGEST_LISTED_TEXT);
    }),
  );
});

test('cuts and marks a long text in lists, catch-up included, but not on its own or when short', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const short = await inbox.send({ channelId, text: 'é'.repeat(2048) });
  const long = await inbox.send({ channelId, text: `${'é'.repeat(2047)}aé` });
  const list = async (more: object) =>
    (await listMessages(inbox, inbox.owner, ListMessages.parse(more))).data;
  const cut = { ...long, text: `${'é'.repeat(2047)}a`, truncated: true };
  expect(await list({})).toEqual([cut, short]);
  expect(await list({ after: '0' })).toEqual([short, cut]);
  expect(await list({ after: '0', search: 'éaé' })).toMatchObject([{ truncated: true }]);
  expect(await getMessage(inbox, inbox.owner, long.id)).toEqual(long);
  expect([short.truncated, long.truncated]).toEqual([false, false]);
});

test('lists a payload over 16 KiB with only its title, description and prompt', async () => {
  await using inbox = await testInbox();
  const options = Array.from({ length: 20 }, (_, n) => ({ id: `${n}`, label: 'é'.repeat(500) }));
  const words = { title: 'Deploy?', description: 'To production' };
  const { id, review } = await inbox.send({
    review: { type: 'approval', payload: { ...words, options, more: 1 } },
  });
  const { data } = await listPending(inbox, inbox.owner);
  expect(data[0]).toMatchObject({ truncated: true, review: { payload: words } });
  expect(data[0]?.review?.payload).toEqual(words);
  expect((await getMessage(inbox, inbox.owner, id)).review).toEqual(review);
});

test('lists an answer over 16 KiB as its line alone, and cuts no shorter one', async () => {
  await using inbox = await testInbox();
  for (const [size, isCut] of [
    [16 * 1024 - '{"text":""}'.length, false],
    [16 * 1024, true],
  ] as const) {
    const { id } = await inbox.send({ review: { type: 'text-input' } });
    const response = { text: `First\n${'x'.repeat(size - 'First\\n'.length)}` };
    await answerReview(inbox, inbox.owner, id, response);
    const { data } = await listMessages(inbox, inbox.owner, ListMessages.parse({ limit: 1 }));
    expect(data[0]?.truncated).toBe(isCut);
    expect(data[0]?.review?.response).toEqual(isCut ? {} : response);
    expect(data[0]?.review?.answerLine).toBe(isCut ? 'First' : undefined);
    const found = ListMessages.parse({ limit: 1, review: 'completed', order: 'ended' });
    expect((await listMessages(inbox, inbox.owner, found)).data[0]?.truncated).toBe(isCut);
    const whole = await getMessage(inbox, inbox.owner, id);
    expect(whole.review?.response).toEqual(response);
    expect(whole.truncated).toBeFalse();
    if (isCut)
      expect(cutMessage(whole).review).toMatchObject({ response: {}, answerLine: 'First' });
  }
});

const filling = 'é'.repeat(9000);
const options = ['a', 'b'].map((id) => ({ id, label: 'Go' }));
const items = ['c', 'd', 'e'].map((id) => ({ id, label: `${id}${'é'.repeat(499)}` }));
const fields = [
  { name: 'size', type: 'select', label: 'Size', options: [{ value: 'l', label: 'Large' }] },
  { name: 'sum', type: 'number', label: 'Sum', unit: '€' },
  { name: 'sure', type: 'checkbox', label: 'Sure?' },
  { name: 'pin', type: 'password', label: 'PIN' },
];
const filled = { size: 'l', sum: 12, sure: true, pin: 'secret' };
const schema = { type: 'object', properties: { why: { type: 'string', title: 'Reason' } } };
const long = items.map(({ label }) => label).join(', ');

test.each<[line: string, type: string, payload: JsonObject, response: JsonObject]>([
  ['Go (b)', 'approval', { options }, { selectedOption: 'b' }],
  ['Go (a), Go (b)', 'selection', { items: options, mode: 'multi' }, { selectedIds: ['a', 'b'] }],
  [long, 'selection', { items, mode: 'multi' }, { selectedIds: ['c', 'd', 'e'] }],
  ['Large · 12 € · Sure?: Yes', 'form', { fields }, filled],
  ['1 field filled in', 'form', { fields: fields.slice(3) }, { pin: 'secret' }],
  ['Reason: Too late', 'freeform', { schema }, { why: 'Too late' }],
  ['6 of 7', 'rating', { prompt: 'How was it?', max: 7 }, { rating: 6 }],
  ['Not now', 'text-input', { dismissLabel: 'Not now' }, { _dismissed: true }],
])('lists the answer “%s” to a cut %s as the whole message shows it', async (line, ...asked) => {
  await using inbox = await testInbox();
  const [type, payload, response] = asked;
  const review = { type, payload: { ...payload, description: filling } };
  const pending = await inbox.send({ review });
  const { id } = await inbox.send({ review });
  const answered = await answerReview(inbox, inbox.owner, id, response);
  const whole = await getMessage(inbox, inbox.owner, id);
  for (const { review } of [answered, whole]) {
    expect(review && answerLine(review)).toBe(line);
    expect(review).not.toHaveProperty('answerLine');
  }
  expect(cutMessage(whole)).toMatchObject({ review: { answerLine: line.slice(0, 1000) } });
  const ended = { review: 'completed', order: 'ended' };
  for (const query of [{}, { after: '0' }, { review: 'completed' }, ended]) {
    const { data } = await listMessages(inbox, inbox.owner, ListMessages.parse(query));
    const listed = data.find((one) => one.id === id)?.review;
    expect(Object.keys(listed?.payload ?? {})).toEqual(
      'prompt' in payload ? ['description', 'prompt'] : ['description'],
    );
    expect(listed && answerLine(listed)).toBe(line.slice(0, 1000));
    const other = data.find((one) => one.id === pending.id)?.review ?? {};
    expect(other).not.toHaveProperty('answerLine');
  }
});

const source = { client: 'claude', session: 'a b', precise: 1 };
const filler = 'é'.repeat(8180);
const atLimit = { m: `${filler}${'x'.repeat(16 * 1024 - 16_368)}` };

test.each<[what: string, sent: JsonObject, listed: JsonObject]>([
  ['of 16 KiB in full', atLimit, atLimit],
  ['over 16 KiB as its source', { before: 1, source, m: filler.repeat(2) }, { source }],
  ['over 16 KiB with a text as source', { source: 'ci', m: filler.repeat(2) }, { source: 'ci' }],
  ['over 16 KiB without a source', { m: [filler, { source }], sources: source }, {}],
  ['over 16 KiB because of its source', { source: { m: filler.repeat(2) } }, {}],
])('lists metadata %s, everywhere', async (_, metadata, listed) => {
  await using inbox = await testInbox();
  const review = { type: 'approval' } as const;
  const { id } = await inbox.send({ text: 'Deploy?', metadata, review });
  const page = async (query: object) =>
    (await listMessages(inbox, inbox.owner, ListMessages.parse(query))).data;
  const logged = async () => {
    const { data } = await readEvents(inbox, inbox.owner, { after: 0, limit: 100 });
    return data.flatMap((event) => ('messageId' in event && event.message) || []);
  };
  const expected = { metadata: listed, truncated: metadata !== listed };
  const lists = [
    {},
    { after: '0' },
    { search: 'deploy' },
    { search: 'deploy', after: '0' },
    { review: 'pending' },
    { review: 'any', after: '0' },
    { idEnd: id.slice(-8) },
  ];
  for (const query of lists) expect(await page(query)).toMatchObject([expected]);
  expect((await listPending(inbox, inbox.owner)).data).toMatchObject([expected]);
  const searched = { limit: 100, search: 'deploy' };
  expect((await listPending(inbox, inbox.owner, searched)).data).toMatchObject([expected]);
  expect(await logged()).toMatchObject([expected]);
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  const ended = { review: 'completed', order: 'ended' };
  expect(await page(ended)).toMatchObject([expected]);
  expect(await page({ ...ended, search: 'deploy' })).toMatchObject([expected]);
  for (const one of await page({})) expect(one.metadata).toEqual(listed);
  expect(await getMessage(inbox, inbox.owner, id)).toMatchObject({ metadata, truncated: false });
});

test('lists a short text whole that a search found beside large metadata', async () => {
  await using inbox = await testInbox();
  const text = `${'before '.repeat(100)}deploy`;
  await inbox.send({ text, metadata: { m: 'x'.repeat(20_000) } });
  const found = ListMessages.parse({ search: 'deploy' });
  const { data } = await listMessages(inbox, inbox.owner, found);
  expect(data).toMatchObject([{ text, truncated: true }]);
});

test('never lists the password of a form with a cut payload', async () => {
  await using inbox = await testInbox();
  const description = 'x'.repeat(20_000);
  const fields = [
    { name: 'user', label: 'User', type: 'text' },
    { name: 'pin', label: 'PIN', type: 'password' },
  ];
  const { id } = await inbox.send({ review: { type: 'form', payload: { description, fields } } });
  await answerReview(inbox, inbox.owner, id, { user: 'ada', pin: '1234' });
  const { data } = await listMessages(inbox, inbox.agent, ListMessages.parse({}));
  expect(data[0]?.truncated).toBeTrue();
  expect(JSON.stringify(data)).not.toContain('1234');
  expect((await getMessage(inbox, inbox.agent, id)).review?.response).toMatchObject({
    pin: '1234',
  });
});
