import { expect, test } from 'bun:test';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { listNotices } from '../../../src/core/reviews/notices.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { withdrawReview } from '../../../src/core/reviews/withdrawing.ts';
import { testReaching } from '../../support/reach/reaching.ts';

const approval = { type: 'approval', payload: { title: 'Deploy to production?' } };

test('publishes a question to the phone, and takes it back when it is answered', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  await reaching.contact();
  const asked = await inbox.send({ review: approval });
  expect(asked.review?.reach).toMatchObject({ state: 'queued', people: 1, reachable: 1 });
  await ntfy.has(1);
  expect(ntfy.shown('phone')).toEqual([
    {
      topic: 'phone',
      title: 'Deploy to production?',
      message: 'Bot',
      priority: 3,
      click: `https://inbox.example/m/${asked.id}`,
    },
  ]);
  expect(ntfy.received[0]?.headers.get('authorization')).toBe('Bearer tk_secret');
  const sent = await reaching.reaches(asked.id, ({ state }) => state === 'sent');
  expect(sent.notices).toEqual({ waiting: 1, accepted: 1, delivered: 0, failed: 0, unknown: 0 });
  expect(sent.nextAt).toBe('2030-01-02T12:10:00.000Z');
  const answered = await answerReview(inbox, inbox.owner, asked.id, { selectedOption: 'approve' });
  expect(answered.review?.reach.state).toBe('sent');
  await reaching.reaches(asked.id, ({ state }) => state === 'settled');
  expect(ntfy.shown('phone')).toEqual([]);
  const notices = await listNotices(inbox, inbox.owner, asked.id);
  expect(notices.map(({ what, status }) => [what, status])).toEqual([
    ['asks', 'accepted'],
    ['reminds', 'skipped'],
    ['settles', 'accepted'],
  ]);
});

test('shows a text as it is, with its lines and marks', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  await reaching.contact();
  const text = 'All **482** passed:\n```\nrm -rf *old*  \\\n  /srv/_data_\n```';
  await inbox.send({ review: approval, text });
  await ntfy.has(1);
  const [shown] = ntfy.shown('phone');
  expect(shown?.message).toBe(`Bot\n${text}`);
});

test('publishes how a question ended to an older server, with the lowest priority', async () => {
  await using reaching = await testReaching({ version: '2.15' });
  const { inbox, ntfy } = reaching;
  await reaching.contact();
  const { id } = await inbox.send({ review: approval });
  await reaching.reaches(id, ({ state }) => state === 'sent');
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  await reaching.reaches(id, ({ state }) => state === 'settled');
  const [, settled] = ntfy.shown('phone');
  expect(settled).toMatchObject({ priority: 1, title: 'Approved by owner: Deploy to production?' });
});

test('takes the notification of a question back when it is retracted', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  await reaching.contact();
  const { id } = await inbox.send({ review: approval });
  await reaching.reaches(id, ({ state }) => state === 'sent');
  await deleteMessage(inbox, inbox.agent, id);
  await ntfy.has(2);
  expect(ntfy.shown('phone')).toEqual([]);
});

test('takes the notification back when a question is withdrawn, with the word of its agent where all is shown', async () => {
  for (const [shows, title] of [
    ['all', 'Withdrawn. Its agent says: done in the ter[U+202E]minal: Deploy to production?'],
    ['title', 'Withdrawn: Deploy to production?'],
    ['nothing', 'A question was withdrawn'],
  ] as const) {
    await using reaching = await testReaching({ version: '2.15' });
    const { inbox, ntfy } = reaching;
    await reaching.contact({ shows });
    const { id } = await inbox.send({ review: approval });
    await reaching.reaches(id, ({ state }) => state === 'sent');
    await withdrawReview(inbox, inbox.agent, id, { reason: 'done in the ter\u202eminal' });
    await reaching.reaches(id, ({ state }) => state === 'settled');
    expect(ntfy.shown('phone').at(-1)).toMatchObject({ priority: 1, title });
  }
});

test('sends nothing of a question that ended before its notice was due', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  await reaching.contact({ delaySeconds: 60 });
  const { id } = await inbox.send({ review: approval });
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  expect((await reaching.reach(id)).state).toBe('settled');
  inbox.clock.advance(61_000);
  reaching.worker.look();
  await inbox.send({ review: approval });
  inbox.clock.advance(61_000);
  reaching.worker.look();
  await ntfy.has(1);
  expect(ntfy.received).toHaveLength(1);
});

test('warns the agent of a question that reaches nobody', async () => {
  await using reaching = await testReaching();
  const { review } = await reaching.inbox.send({ review: approval });
  expect(review?.reach).toMatchObject({
    state: 'nobody',
    people: 1,
    reachable: 0,
    watching: 0,
    warning: expect.stringContaining('Nobody can be notified'),
  });
});
