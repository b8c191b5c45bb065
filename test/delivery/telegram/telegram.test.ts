import { expect, test } from 'bun:test';
import { changeByItself } from '../../../src/core/change.ts';
import { listContacts, updateContact } from '../../../src/core/notify/contacts.ts';
import { unconfirmContacts } from '../../../src/core/notify/verify.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { listen as startTelegram } from '../../../src/ways/telegram/listen.ts';
import { ANN, dataOf, EVE, quick, review, testChatting } from '../../support/reach/chatting.ts';
import { eventually } from '../../support/reach/eventually.ts';

test('adds the chat that opens the link, once and only in time', async () => {
  await using chatting = await testChatting();
  const { inbox, telegram, link, codeOf } = chatting;
  const pairing = await link({ name: 'My chat' });
  expect(pairing.url).toMatch(/^https:\/\/t\.me\/agent_inbox_bot\?start=[-_A-Za-z0-9]{32}$/);
  telegram.write(ANN, `/start ${codeOf(pairing)}`, { type: 'group' });
  telegram.write(EVE, '/start of-another-code');
  telegram.write(ANN, `/start ${codeOf(pairing)}`);
  expect((await chatting.asked()).text).toStartWith('Connected.');
  expect(telegram.chat(EVE)[0]?.text).toStartWith('This link is no longer valid');
  telegram.write(EVE, `/start ${codeOf(pairing)}`);
  await eventually(() => telegram.chat(EVE).length === 2);
  expect(await listContacts(inbox, inbox.owner)).toMatchObject([
    { kind: 'telegram', name: 'My chat', address: '…4242', verifiedAt: expect.any(String) },
  ]);
  const late = await link();
  inbox.clock.advance(15 * 60_000);
  telegram.write(EVE, `/start ${codeOf(late)}`);
  await eventually(() => telegram.chat(EVE).length === 3);
  expect(await listContacts(inbox, inbox.owner)).toHaveLength(1);
});

test('takes an answer from a button, and edits the message to say who gave it', async () => {
  await using chatting = await testChatting();
  const { inbox, telegram } = chatting;
  await chatting.pair();
  const { id } = await inbox.send({ review });
  const message = await chatting.asked();
  expect(message.text).toBe(`Deploy to production?\n\nBot\n\nhttps://inbox.example/m/${id}`);
  expect(message.reply_markup?.inline_keyboard.flat().map(({ text }) => text)).toEqual([
    'Approve',
    'Reject',
  ]);
  telegram.press(ANN, message, dataOf(message)[1] ?? '');
  await eventually(() => telegram.acknowledged.length === 1);
  expect(telegram.acknowledged).toMatchObject([{ text: 'Reject', alert: false }]);
  await chatting.reaches(id, ({ state }) => state === 'settled');
  expect(await chatting.answered(id)).toMatchObject({
    status: 'completed',
    respondedBy: { id: inbox.owner.userId, via: 'telegram' },
  });
  const [edited, ...others] = telegram.chat(ANN);
  expect(others).toEqual([]);
  expect(edited?.text).toMatch(/^Deploy to production\?\n\nRejected by /);
  expect(edited?.reply_markup).toBeUndefined();
});

test('refuses what another account presses, and a button of a contact that may not answer', async () => {
  await using chatting = await testChatting();
  const { inbox, telegram } = chatting;
  const contactId = await chatting.pair();
  const { id } = await inbox.send({ review });
  const message = await chatting.asked();
  const [approve = ''] = dataOf(message);
  telegram.press(EVE, message, approve);
  telegram.press(ANN, undefined, 'a:x:1\n2');
  telegram.press(ANN, undefined, `a:${id}:9`);
  await eventually(() => telegram.acknowledged.length === 3);
  await updateContact(inbox, inbox.owner, contactId, { answers: false });
  telegram.press(ANN, message, approve);
  await eventually(() => telegram.acknowledged.length === 4);
  for (const { alert, text } of telegram.acknowledged) {
    expect([alert, text]).toEqual([true, expect.stringContaining('no longer valid')]);
  }
  expect((await chatting.answered(id)).status).toBe('pending');
});

test('takes the text of a reply as the answer of a question that asks for one', async () => {
  await using chatting = await testChatting();
  const { inbox, telegram } = chatting;
  await chatting.pair();
  const payload = { title: 'Which region?', minLength: 3 };
  const { id } = await inbox.send({ review: { type: 'text-input', payload } });
  const message = await chatting.asked();
  expect(message.text).toContain('Reply to this message to answer.');
  const replyTo = message.message_id;
  telegram.write(ANN, 'eu');
  telegram.write(ANN, 'eu', { replyTo });
  telegram.write(EVE, 'mars', { replyTo });
  await eventually(() => telegram.chat(ANN).length === 3 && telegram.chat(EVE).length === 1);
  expect((await chatting.answered(id)).status).toBe('pending');
  telegram.write(ANN, 'eu-west-1', { replyTo });
  await chatting.reaches(id, ({ state }) => state === 'settled');
  expect((await chatting.answered(id)).response).toEqual({ text: 'eu-west-1' });
  expect(telegram.chat(ANN)[0]?.text).toMatch(/^Which region\?\n\nAnswered by /);
});

test.each([
  ['that requires a login', { ...review, confirm: true }, {}],
  ['of which nothing is shown', review, { shows: 'nothing' }],
])('sends no buttons for a question %s', async (_, asked, rules) => {
  await using chatting = await testChatting();
  await chatting.pair(rules);
  const { id } = await chatting.inbox.send({ review: asked });
  const message = await chatting.asked();
  expect(message.reply_markup).toBeUndefined();
  chatting.telegram.press(ANN, message, `a:${id}:0`);
  await eventually(() => chatting.telegram.acknowledged.length === 1);
  expect((await chatting.answered(id)).status).toBe('pending');
});

test('replaces a question by its reminder, and answers a press on one that has ended', async () => {
  await using chatting = await testChatting();
  const { inbox, telegram, worker } = chatting;
  await chatting.pair();
  const { id } = await inbox.send({ review });
  const first = await chatting.asked();
  await chatting.reaches(id, ({ state }) => state === 'sent');
  inbox.clock.advance(11 * 60_000);
  worker.look();
  await eventually(() => telegram.chat(ANN)[0]?.text.startsWith('Reminder: '));
  expect(telegram.chat(ANN)).toHaveLength(1);
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  telegram.press(ANN, first, dataOf(first)[1] ?? '');
  await eventually(() => telegram.acknowledged.length === 1);
  expect(telegram.acknowledged[0]?.alert).toBe(true);
  await chatting.reaches(id, ({ state }) => state === 'settled');
  expect(telegram.chat(ANN)[0]?.text).toMatch(/Approved by /);
});

const region = { type: 'text-input', payload: { title: 'Which path?' } };

/** Asks for a text, and returns the message that a reply goes to. */
async function askText(chatting: Awaited<ReturnType<typeof testChatting>>, payload = {}) {
  await chatting.pair();
  const review = { ...region, payload: { ...region.payload, ...payload } };
  const { id } = await chatting.inbox.send({ review });
  // The reply is known by what the attempt recorded.
  await chatting.reaches(id, ({ state }) => state === 'sent');
  return { id, replyTo: (await chatting.asked()).message_id };
}

test.each(['/srv/app/releases', '/start', '/start abc', '/', '-1'])(
  'takes the reply %j as an answer, whatever it begins with',
  async (text) => {
    await using chatting = await testChatting();
    const { id, replyTo } = await askText(chatting);
    chatting.telegram.write(ANN, text, { replyTo });
    await chatting.reaches(id, ({ state }) => state === 'settled');
    expect((await chatting.answered(id)).response).toEqual({ text });
  },
);

test('refuses a reply that Telegram cut, and says so once for all its parts', async () => {
  await using chatting = await testChatting();
  const { inbox, telegram } = chatting;
  const { id, replyTo } = await askText(chatting);
  for (const follows of [{ replyTo }, {}]) {
    const before = telegram.chat(ANN).length;
    telegram.write(ANN, 'x'.repeat(4096), { replyTo });
    telegram.write(ANN, 'y'.repeat(4096), follows);
    telegram.write(ANN, 'the rest', follows);
    // Only the contact's chat counts.
    telegram.write(EVE, 'hello');
    await eventually(() => telegram.pending().length === 0);
    inbox.clock.advance(10_000);
    telegram.write(ANN, 'hello');
    const [refusal, howTo, ...others] = await eventually(() => {
      const said = telegram.chat(ANN).slice(before);
      return said.length >= 2 ? said : null;
    });
    expect(refusal?.text).toBe(
      `Telegram cut this into parts: open the question to send it. https://inbox.example/m/${id}`,
    );
    expect([howTo?.text, others]).toEqual([expect.stringContaining('Press a button'), []]);
  }
  expect(telegram.chat(EVE)).toHaveLength(2);
  expect((await chatting.answered(id)).status).toBe('pending');
  const text = 'z'.repeat(4095);
  telegram.write(ANN, text, { replyTo });
  await chatting.reaches(id, ({ state }) => state === 'settled');
  expect((await chatting.answered(id)).response).toEqual({ text });
});

test('takes a reply to another question that follows a cut one', async () => {
  await using chatting = await testChatting();
  const { inbox, telegram } = chatting;
  const cut = await askText(chatting);
  const other = await inbox.send({ review: region });
  await chatting.reaches(other.id, ({ state }) => state === 'sent');
  const { message_id } = await chatting.asked();
  telegram.write(ANN, 'x'.repeat(4096), { replyTo: cut.replyTo });
  telegram.write(ANN, 'eu-west-1', { replyTo: message_id });
  await chatting.reaches(other.id, ({ state }) => state === 'settled');
  expect((await chatting.answered(other.id)).response).toEqual({ text: 'eu-west-1' });
  expect((await chatting.answered(cut.id)).status).toBe('pending');
});

test('counts units of UTF-16, as Telegram does where it cuts', async () => {
  await using chatting = await testChatting();
  const { telegram } = chatting;
  const { id, replyTo } = await askText(chatting);
  telegram.write(ANN, '🚀'.repeat(2048), { replyTo });
  await eventually(() => telegram.chat(ANN).at(-1)?.text.startsWith('Telegram cut this'));
  expect((await chatting.answered(id)).status).toBe('pending');
});

test('passes over the rest of a cut reply after a restart', async () => {
  await using chatting = await testChatting();
  const { inbox, telegram, polls } = chatting;
  const { id, replyTo } = await askText(chatting);
  telegram.write(ANN, 'x'.repeat(4096), { replyTo });
  await eventually(() => telegram.chat(ANN).length === 2);
  await polls[0]?.stop();
  telegram.write(ANN, 'the rest', { replyTo });
  polls.push(startTelegram(inbox, quick));
  await eventually(() => telegram.pending().length === 0);
  expect(telegram.chat(ANN)).toHaveLength(2);
  expect((await chatting.answered(id)).status).toBe('pending');
});

test.each([
  ['a voice message', { voice: { file_id: 'v' } }],
  ['a photo with a caption', { photo: [{ file_id: 'p' }], caption: 'eu-west-1' }],
  ['a file', { document: { file_id: 'd' } }],
  ['a sticker', { sticker: { file_id: 's' } }],
])('says what can be sent when it gets %s', async (_, content) => {
  await using chatting = await testChatting();
  const { telegram } = chatting;
  const { id, replyTo } = await askText(chatting);
  telegram.put(ANN, { pinned_message: { message_id: replyTo } });
  telegram.put(ANN, content, { replyTo });
  const [, said, ...others] = await eventually(() =>
    telegram.chat(ANN).length > 1 ? telegram.chat(ANN) : null,
  );
  expect(said?.text).toContain('Reply to a question with a text');
  expect(others).toEqual([]);
  expect((await chatting.answered(id)).status).toBe('pending');
});

test('says it once for pictures that were sent together', async () => {
  await using chatting = await testChatting();
  const { telegram } = chatting;
  await askText(chatting);
  for (const file_id of ['a', 'b', 'c']) {
    telegram.put(ANN, { photo: [{ file_id }], media_group_id: '77' });
  }
  await eventually(() => telegram.pending().length === 0);
  telegram.write(ANN, 'hello');
  await eventually(() => telegram.chat(ANN).at(-1)?.text.startsWith('Press a button'));
  expect(telegram.chat(ANN)).toHaveLength(3);
});

test('refuses a reply to a text of which it showed a part, with the link', async () => {
  await using chatting = await testChatting();
  const { telegram } = chatting;
  const { id, replyTo } = await askText(chatting, { description: 'long '.repeat(1000) });
  const [asked] = telegram.chat(ANN);
  expect(asked?.text).toEndWith(
    `…\nOpen the question to see all of it.\n\nhttps://inbox.example/m/${id}`,
  );
  expect(asked?.text).not.toContain('Reply to this message');
  telegram.write(ANN, 'eu', { replyTo });
  await eventually(() => telegram.chat(ANN).length === 2);
  expect(telegram.chat(ANN)[1]?.text).toContain(`https://inbox.example/m/${id}`);
  expect((await chatting.answered(id)).status).toBe('pending');
});

test('refuses a button that a cut message never had', async () => {
  await using chatting = await testChatting();
  const { telegram, inbox } = chatting;
  await chatting.pair();
  const { id } = await inbox.send({ review, text: 'long '.repeat(1000) });
  const message = await chatting.asked();
  expect(message.reply_markup).toBeUndefined();
  telegram.press(ANN, message, `a:${id}:0`);
  await eventually(() => telegram.acknowledged.length === 1);
  const [{ alert, text } = {}] = telegram.acknowledged;
  expect([alert, text]).toEqual([true, expect.stringContaining(`/m/${id}`)]);
  expect((await chatting.answered(id)).status).toBe('pending');
});

test('confirms a chat again by the link of another bot, and takes no press of it before', async () => {
  await using chatting = await testChatting();
  const { inbox, telegram, link, codeOf } = chatting;
  const contactId = await chatting.pair();
  const { id } = await inbox.send({ review });
  const message = await chatting.asked();
  const [approve = ''] = dataOf(message);
  await changeByItself(inbox, (change) => unconfirmContacts(change, 'telegram'));
  telegram.press(ANN, message, approve);
  await eventually(() => telegram.acknowledged.length === 1);
  expect((await chatting.answered(id)).status).toBe('pending');
  const before = telegram.chat(ANN).length;
  telegram.write(ANN, `/start ${codeOf(await link())}`);
  await eventually(() => telegram.chat(ANN).length > before);
  expect(await listContacts(inbox, inbox.owner)).toMatchObject([
    { id: contactId, confirmedAt: expect.any(String) },
  ]);
  telegram.press(ANN, message, approve);
  await eventually(async () => (await chatting.answered(id)).status === 'completed');
});
