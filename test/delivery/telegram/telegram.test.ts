import { expect, test } from 'bun:test';
import { botStates } from '../../../src/core/reach/bots.ts';
import { listContacts, updateContact } from '../../../src/core/reach/contacts.ts';
import { PairContact } from '../../../src/core/reach/pairing-schema.ts';
import { beginPairing, getPairing } from '../../../src/core/reach/pairings.ts';
import { listNotices } from '../../../src/core/reviews/notices.ts';
import { answerReview, getReview } from '../../../src/core/reviews/reviews.ts';
import { startTelegram } from '../../../src/delivery/telegram/poll.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { testReaching } from '../../support/reach/reaching.ts';
import { BOT_TOKEN, testTelegram } from '../../support/reach/telegram.ts';

const ANN = 4242;
const EVE = 666;
const review = { type: 'approval', payload: { title: 'Deploy to production?' } };
const quick = { heldSeconds: 5, pauseMs: { failed: 1, refused: 1 } };

async function testChatting() {
  const telegram = testTelegram();
  const bot = { telegramToken: BOT_TOKEN, telegramUrl: telegram.url };
  const reaching = await testReaching({}, bot);
  const { inbox } = reaching;
  const polls = [startTelegram(inbox, quick)];
  const isReady = () => inbox.bots.telegram.name;
  const link = async (rules = {}) => {
    await eventually(isReady);
    return beginPairing(inbox, inbox.owner, PairContact.parse(rules));
  };
  const codeOf = ({ url }: { url: string }) => new URL(url).searchParams.get('start') ?? '';
  /** Pairs Ann's chat with the owner, and clears it. */
  async function pair(rules = {}) {
    const pairing = await link(rules);
    telegram.write(ANN, `/start ${codeOf(pairing)}`);
    await eventually(() => telegram.chat(ANN).length > 0);
    telegram.messages.length = 0;
    return (await getPairing(inbox, inbox.owner, pairing.id)).contactId ?? '';
  }
  const asked = () => eventually(() => telegram.chat(ANN).at(-1));
  const answered = async (id: string) => (await getReview(inbox, inbox.agent, id)).review;
  return {
    ...{ ...reaching, telegram, polls, link, codeOf, pair, asked, answered },
    async [Symbol.asyncDispose]() {
      await Promise.all(polls.map((poll) => poll.stop()));
      await reaching[Symbol.asyncDispose]();
      await telegram[Symbol.asyncDispose]();
    },
  };
}

const dataOf = (message: { reply_markup?: { inline_keyboard: { callback_data: string }[][] } }) =>
  message.reply_markup?.inline_keyboard.flat().map(({ callback_data }) => callback_data) ?? [];

test('adds the chat that opens the link, once and only in time', async () => {
  await using chatting = await testChatting();
  const { inbox, telegram, link, codeOf } = chatting;
  const pairing = await link({ name: 'My chat' });
  expect(pairing.url).toMatch(/^https:\/\/t\.me\/agent_inbox_bot\?start=[-_A-Za-z0-9]{32}$/);
  telegram.write(ANN, `/start ${codeOf(pairing)}`, { type: 'group' });
  telegram.write(EVE, '/start of-another-code');
  telegram.write(ANN, `/start ${codeOf(pairing)}`);
  expect((await chatting.asked()).text).toStartWith('Connected.');
  expect(telegram.chat(EVE)[0]?.text).toStartWith('This link is not valid');
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
    ...['Approve', 'Reject'],
  ]);
  telegram.press(ANN, message, dataOf(message)[1] ?? '');
  await eventually(() => telegram.acknowledged.length === 1);
  expect(telegram.acknowledged).toMatchObject([{ text: 'Reject', alert: false }]);
  await chatting.reaches(id, ({ state }) => state === 'settled');
  expect(await chatting.answered(id)).toMatchObject({
    ...{ status: 'completed', respondedBy: { id: inbox.owner.userId, via: 'telegram' } },
  });
  const [edited, ...others] = telegram.chat(ANN);
  expect(others).toEqual([]);
  expect(edited?.text).toMatch(/^Deploy to production\?\n\nReject, by /);
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
  expect(telegram.chat(ANN)[0]?.text).toMatch(/^Which region\?\n\nAnswered, by /);
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
  expect(telegram.chat(ANN)[0]?.text).toMatch(/Approve, by /);
});

test('handles no update twice over a restart', async () => {
  await using chatting = await testChatting();
  const { telegram, inbox, polls } = chatting;
  await chatting.pair();
  await polls[0]?.stop();
  telegram.write(ANN, 'hello');
  polls.push(startTelegram(inbox, quick));
  await eventually(() => telegram.chat(ANN).length === 1);
  await polls[1]?.stop();
  telegram.write(ANN, 'hello again');
  polls.push(startTelegram(inbox, quick));
  await eventually(() => telegram.chat(ANN).length === 2);
  await eventually(() => telegram.pending().length === 0);
  expect(telegram.chat(ANN)).toHaveLength(2);
});

test('reports a second poller, and a token that is refused, without the token', async () => {
  await using chatting = await testChatting();
  const { inbox, telegram } = chatting;
  await chatting.pair();
  telegram.refuse(409, 'Conflict');
  await eventually(() => inbox.bots.telegram.problem?.includes('Another program'));
  telegram.refuse(401, `Unauthorized ${BOT_TOKEN}`);
  await eventually(() => inbox.bots.telegram.problem?.includes('refuses the token'));
  expect(JSON.stringify(botStates(inbox))).not.toContain('very-secret');
  telegram.refuse(null);
  await eventually(() => inbox.bots.telegram.problem === null);
});

test('disables a contact whose user blocked the bot', async () => {
  await using chatting = await testChatting();
  const { inbox, telegram } = chatting;
  await chatting.pair();
  telegram.blockedBy.add(ANN);
  const { id } = await inbox.send({ review });
  await chatting.reaches(id, ({ notices }) => notices.failed === 1);
  const [contact] = await listContacts(inbox, inbox.owner);
  expect(contact?.disabledReason).toContain('blocked the bot');
  const [notice] = await listNotices(inbox, inbox.owner, id);
  expect(notice?.error).toBe('HTTP 403');
});
