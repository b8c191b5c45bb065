import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { cutText, LONGEST_LISTED_TEXT } from '../../../src/core/messages/cut.ts';
import { getMessage, listMessages } from '../../../src/core/messages/messages.ts';
import { ListMessages } from '../../../src/core/messages/schema.ts';
import { answerReview, listPending } from '../../../src/core/reviews/reviews.ts';
import { testInbox } from '../../support/inbox/inbox.ts';

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

test('cuts and marks a long text in lists, but not on its own, in catch-up, or when short', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const short = await inbox.send({ channelId, text: 'é'.repeat(2048) });
  const long = await inbox.send({ channelId, text: `${'é'.repeat(2047)}aé` });
  const list = async (more: object) =>
    (await listMessages(inbox, inbox.owner, ListMessages.parse(more))).data;
  expect(await list({})).toEqual([
    { ...long, text: `${'é'.repeat(2047)}a`, truncated: true },
    short,
  ]);
  expect(await list({ after: '0' })).toEqual([short, long]);
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
