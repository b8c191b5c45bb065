import { expect, test } from 'bun:test';
import { createContact, listContacts, updateContact } from '../../../src/core/notify/contacts.ts';
import { CreateContact } from '../../../src/core/notify/schema.ts';
import { testContact } from '../../../src/core/notify/verify.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { personIn } from '../../support/reach/question.ts';
import { buttonsOf, shownOf } from '../../support/reach/slack-messages.ts';
import { ANN, EVE, review, testSlacking } from '../../support/reach/slacking.ts';

test('takes an answer from a button, and edits the message to say who gave it', async () => {
  await using slacking = await testSlacking();
  const { inbox, slack } = slacking;
  await slacking.add();
  expect(await listContacts(inbox, inbox.owner)).toMatchObject([
    { kind: 'slack', address: '…0ANN', verifiedAt: expect.any(String) },
  ]);
  const { id } = await inbox.send({ review });
  const message = await slacking.asked();
  expect(shownOf(message)).toBe(`Deploy to production?\n\nBot\n\nhttps://inbox.example/m/${id}`);
  const [approve, reject] = buttonsOf(message);
  expect([approve?.label, reject?.label]).toEqual(['Approve', 'Reject']);
  const envelope = slack.press(ANN, message, reject?.value ?? '');
  await slacking.reaches(id, ({ state }) => state === 'settled');
  expect(await slacking.answered(id)).toMatchObject({
    status: 'completed',
    response: { selectedOption: 'reject' },
    respondedBy: { id: inbox.owner.userId, via: 'slack' },
  });
  expect(slack.acknowledged).toEqual([envelope]);
  const [edited, ...others] = slack.messages;
  expect(others).toEqual([]);
  expect(edited && shownOf(edited)).toMatch(/^Deploy to production\?\n\nRejected by /);
  expect(edited && buttonsOf(edited)).toEqual([]);
});

test('confirms a member by a press of theirs in a test, and leaves it to the user who did so first', async () => {
  await using slacking = await testSlacking();
  const { inbox, slack } = slacking;
  const bo = await personIn(inbox, 'Bo', []);
  const given = CreateContact.parse({ kind: 'slack', address: ANN });
  const { contact: own } = await createContact(inbox, inbox.owner, given);
  const { contact: theirs } = await createContact(inbox, bo, given);
  const { id } = await inbox.send({ review });
  const asked = await slacking.asked();
  expect(buttonsOf(asked)).toEqual([]);
  await testContact(inbox, inbox.owner, own.id);
  const tested = await eventually(() => slack.chat(ANN).find((one) => buttonsOf(one).length === 1));
  expect(shownOf(tested)).toContain(`only if you are ${inbox.owner.name}`);
  const [confirm] = buttonsOf(tested);
  slack.press(EVE, tested, confirm?.value ?? '');
  await eventually(() => slack.acknowledged.length === 1);
  expect((await listContacts(inbox, inbox.owner))[0]?.confirmedAt).toBeNull();
  slack.press(ANN, tested, confirm?.value ?? '');
  await eventually(async () => (await listContacts(inbox, inbox.owner))[0]?.confirmedAt);
  await eventually(
    () => buttonsOf(slack.chat(ANN).find(({ ts }) => ts === tested.ts) ?? tested).length === 0,
  );
  await testContact(inbox, bo, theirs.id);
  const second = await eventually(() =>
    slack.chat(ANN).find((one) => shownOf(one).includes('only if you are Bo')),
  );
  slack.press(ANN, second, buttonsOf(second)[0]?.value ?? '');
  const replies = await eventually(() => slack.thread(second.ts)[0] && slack.thread(second.ts));
  expect(replies[0]?.text).toContain('Another user has confirmed this address');
  expect((await listContacts(inbox, bo))[0]?.confirmedAt).toBeNull();
  slack.press(ANN, asked, `a:${id}:0`);
  await slacking.reaches(id, ({ state }) => state === 'settled');
  expect((await slacking.answered(id)).respondedBy).toMatchObject({ credential: own.id });
});

test('refuses what another member presses, and a button of a contact that may not answer', async () => {
  await using slacking = await testSlacking();
  const { inbox, slack } = slacking;
  const contact = await slacking.add();
  const { id } = await inbox.send({ review });
  const message = await slacking.asked();
  const [approve] = buttonsOf(message);
  slack.press(EVE, message, approve?.value ?? '');
  slack.press(ANN, undefined, 'a:x:1\n2');
  slack.press(ANN, undefined, `a:${id}:9`);
  await eventually(() => slack.acknowledged.length === 3);
  await updateContact(inbox, inbox.owner, contact.id, { answers: false });
  slack.press(ANN, message, approve?.value ?? '');
  const replies = await eventually(() => slack.thread(message.ts)[1] && slack.thread(message.ts));
  for (const { text } of replies) expect(text).toContain('no longer valid');
  await eventually(() => buttonsOf(slack.chat(ANN)[0] ?? message).length === 0);
  expect((await slacking.answered(id)).status).toBe('pending');
});

test('takes the text of a reply as the answer of a question that asks for one', async () => {
  await using slacking = await testSlacking();
  const { inbox, slack } = slacking;
  await slacking.add();
  const payload = { title: 'Which region?', minLength: 3 };
  const { id } = await inbox.send({ review: { type: 'text-input', payload } });
  const message = await slacking.asked();
  expect(shownOf(message)).toContain('Reply to this message to answer.');
  const thread_ts = message.ts;
  slack.write(ANN, 'eu');
  slack.write(ANN, 'eu', { thread_ts });
  slack.write(EVE, 'mars', { thread_ts });
  slack.write(ANN, 'of a program', { thread_ts, bot_id: 'B1' });
  slack.write(ANN, 'edited', { thread_ts, subtype: 'message_changed' });
  slack.write(ANN, 'in a channel', { thread_ts, channel_type: 'channel' });
  await eventually(() => slack.acknowledged.length === 6 && slack.messages.length === 4);
  expect((await slacking.answered(id)).status).toBe('pending');
  slack.write(ANN, '&lt;eu&gt; &amp;amp; <http://a.example|a.example>', { thread_ts });
  await slacking.reaches(id, ({ state }) => state === 'settled');
  expect((await slacking.answered(id)).response).toEqual({ text: '<eu> &amp; a.example' });
  expect(shownOf(slack.chat(ANN)[0] ?? message)).toMatch(/^Which region\?\n\nAnswered by /);
});

test.each([
  ['that requires a login', { ...review, confirm: true }, {}],
  ['of which nothing is shown', review, { shows: 'nothing' as const }],
])('sends no buttons for a question %s', async (_, asked, rules) => {
  await using slacking = await testSlacking();
  await slacking.add(rules);
  const { id } = await slacking.inbox.send({ review: asked });
  const message = await slacking.asked();
  expect(buttonsOf(message)).toEqual([]);
  slacking.slack.press(ANN, message, `a:${id}:0`);
  await eventually(() => slacking.slack.acknowledged.length === 1);
  expect((await slacking.answered(id)).status).toBe('pending');
});

test('replaces a question by its reminder, and answers a press on one that has ended', async () => {
  await using slacking = await testSlacking();
  const { inbox, slack, worker } = slacking;
  await slacking.add();
  const { id } = await inbox.send({ review });
  const first = await slacking.asked();
  await slacking.reaches(id, ({ state }) => state === 'sent');
  inbox.clock.advance(11 * 60_000);
  worker.look();
  await eventually(() => slack.chat(ANN)[0]?.text.startsWith('Reminder: '));
  await eventually(() => slack.chat(ANN).length === 1);
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  slack.press(ANN, first, buttonsOf(first)[1]?.value ?? '');
  await eventually(() => slack.thread(first.ts).length === 1);
  await slacking.reaches(id, ({ state }) => state === 'settled');
  expect(shownOf(slack.chat(ANN)[0] ?? first)).toMatch(/Approved by /);
});

test('says what can be sent when it gets a file, and takes a reply that is also sent to the chat', async () => {
  await using slacking = await testSlacking();
  const { slack, inbox } = slacking;
  await slacking.add();
  const { id } = await inbox.send({ review: { type: 'text-input', payload: { title: 'Why?' } } });
  await slacking.reaches(id, ({ state }) => state === 'sent');
  const { ts: thread_ts } = await slacking.asked();
  slack.write(ANN, 'see this', { thread_ts, subtype: 'file_share', files: [{ id: 'F1' }] });
  const said = await eventually(() => slack.thread(thread_ts)[0]);
  expect(said.text).toContain('Reply to a question with a text');
  expect((await slacking.answered(id)).status).toBe('pending');
  slack.write(ANN, 'because', { thread_ts, subtype: 'thread_broadcast' });
  await slacking.reaches(id, ({ state }) => state === 'settled');
  expect((await slacking.answered(id)).response).toEqual({ text: 'because' });
});

test('refuses buttons and replies of a message that shows a part of the question, with the link', async () => {
  await using slacking = await testSlacking();
  const { slack, inbox } = slacking;
  await slacking.add();
  for (const asked of [review, { type: 'text-input', payload: { title: 'Why?' } }]) {
    const { id } = await inbox.send({ review: asked, text: 'long '.repeat(600) });
    await slacking.reaches(id, ({ state }) => state === 'sent');
    const message = await slacking.asked();
    expect(shownOf(message)).toContain('…\nOpen the question to see all of it.');
    expect(shownOf(message)).not.toContain('Reply to this message');
    expect(buttonsOf(message)).toEqual([]);
    slack.press(ANN, message, `a:${id}:0`);
    slack.write(ANN, 'yes', { thread_ts: message.ts });
    const replies = await eventually(() =>
      slack.thread(message.ts).length === 2 ? slack.thread(message.ts) : null,
    );
    for (const { text } of replies) expect(text).toContain(`https://inbox.example/m/${id}`);
    expect((await slacking.answered(id)).status).toBe('pending');
  }
});
