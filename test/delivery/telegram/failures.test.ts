import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { listContacts } from '../../../src/core/notify/contacts.ts';
import { botStates } from '../../../src/core/notify/ways.ts';
import { listNotices } from '../../../src/core/reviews/notices.ts';
import { listen as startTelegram } from '../../../src/ways/telegram/listen.ts';
import { ANN, dataOf, quick, review, testChatting } from '../../support/reach/chatting.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { BOT_TOKEN } from '../../support/reach/telegram.ts';

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

const refuseAnswers =
  "create trigger refuse before update on reviews begin select raise(abort, 'refused'); end";

test('loses no answer that could not be stored when it was pressed', async () => {
  const lines: string[] = [];
  let onFailure = () => {};
  const write = (line: string) => {
    lines.push(line);
    if (line.includes('could not be handled')) onFailure();
  };
  await using chatting = await testChatting({ log: pino({}, { write }) });
  const { inbox, telegram } = chatting;
  await chatting.pair();
  const { id } = await inbox.send({ review });
  const message = await chatting.asked();
  const lay = (line: string) => inbox.store.commit((tx) => sql.raw(line).execute(tx));
  await lay(refuseAnswers);
  onFailure = () => void lay('drop trigger if exists refuse');
  telegram.press(ANN, message, dataOf(message)[0] ?? '');
  await chatting.reaches(id, ({ state }) => state === 'settled');
  expect((await chatting.answered(id)).response).toMatchObject({ selectedOption: 'approve' });
  expect(telegram.acknowledged).toMatchObject([{ text: 'Approve', alert: false }]);
  expect(lines.join('')).toContain('could not be handled');
  expect(lines.join('')).not.toContain('very-secret');
});

test('skips an update that can never be handled', async () => {
  await using chatting = await testChatting();
  const { inbox, telegram } = chatting;
  await chatting.pair();
  const { id } = await inbox.send({ review });
  const message = await chatting.asked();
  const lay = (line: string) => inbox.store.commit((tx) => sql.raw(line).execute(tx));
  await lay(refuseAnswers);
  telegram.press(ANN, message, dataOf(message)[0] ?? '');
  telegram.write(ANN, 'hello');
  await eventually(() => telegram.chat(ANN).length === 2);
  expect((await chatting.answered(id)).status).toBe('pending');
});

test('settles a message whose edit succeeded but whose response was lost', async () => {
  await using chatting = await testChatting();
  const { inbox, telegram, worker } = chatting;
  await chatting.pair();
  const { id } = await inbox.send({ review });
  const message = await chatting.asked();
  await chatting.reaches(id, ({ state }) => state === 'sent');
  telegram.breakAfter('editMessageText');
  telegram.press(ANN, message, dataOf(message)[1] ?? '');
  await eventually(() => telegram.chat(ANN)[0]?.text.includes('Rejected by '));
  await eventually(async () => {
    inbox.clock.advance(10_000);
    worker.look();
    return (await chatting.reach(id))?.state === 'settled';
  });
  const settling = (await listNotices(inbox, inbox.owner, id)).find(
    (one) => one.what === 'settles',
  );
  expect(settling).toMatchObject({ status: 'accepted', error: null });
});
