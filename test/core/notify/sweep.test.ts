import { expect, test } from 'bun:test';
import { setAttention } from '../../../src/core/notify/attention.ts';
import { NO_ATTENTION } from '../../../src/core/notify/schema.ts';
import { sweepNotices } from '../../../src/core/notify/sweep.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { testReaching } from '../../support/reach/reaching.ts';

const HOUR_MS = 3_600_000;
const review = { type: 'approval', payload: { title: 'Deploy?' }, expiresInSeconds: 30 * 86_400 };
/** From Wednesday to Saturday, without a pause. */
const days = [3, 4, 5];
const quiet = [
  { days, from: '00:00', to: '23:59' },
  { days, from: '23:59', to: '00:00' },
];

test('keeps a gathering notice that is held for days, and corrects its count later', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy, worker } = reaching;
  await reaching.contact();
  await setAttention(inbox, inbox.owner, { ...NO_ATTENTION, reminders: false, quiet });
  const asked = [];
  for (let count = 0; count < 5; count++) asked.push(await inbox.send({ review }));
  inbox.clock.advance(30 * HOUR_MS);
  await sweepNotices(inbox);
  inbox.clock.advance(31 * HOUR_MS);
  worker.look();
  await ntfy.has(4);
  const titles = () => ntfy.shown('phone').map(({ title }) => title);
  expect(titles()).toContain('2 questions are pending');
  inbox.clock.advance(30 * HOUR_MS);
  await sweepNotices(inbox);
  for (const { id } of asked) {
    await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  }
  inbox.clock.advance(3000);
  worker.look();
  for (const { id } of asked) await reaching.reaches(id, ({ state }) => state === 'settled');
  await eventually(() => titles().length === 0);
});
