/** Critical questions beyond the number of their channel: one notification counts them. */
import { expect, test } from 'bun:test';
import { updateChannel } from '../../../src/core/channels/channels.ts';
import { setAttention } from '../../../src/core/reach/attention.ts';
import { NO_ATTENTION } from '../../../src/core/reach/schema.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { later } from '../../support/reach/burst.ts';
import { testReaching } from '../../support/reach/reaching.ts';

type Reaching = Awaited<ReturnType<typeof testReaching>>;
const KEPT = 5;
const always = [{ days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '23:59' }];

async function shout({ inbox }: Reaching, channelId: string, count: number): Promise<string[]> {
  const review = { type: 'approval', urgency: 'critical', payload: { title: 'Fire' } } as const;
  const asked: string[] = [];
  while (asked.length < count) asked.push((await inbox.send({ channelId, review })).id);
  return asked;
}

const published = ({ ntfy }: Reaching, from = 0) =>
  ntfy.received
    .slice(from)
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body))
    .map(({ title, priority }) => (priority > 1 ? title : `quietly: ${title}`));

test('notifies of critical questions beyond the number of their channel by one notification, through quiet hours', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  await setAttention(inbox, inbox.owner, { ...NO_ATTENTION, quiet: always, reminders: false });
  await reaching.contact({ from: 'critical' });
  const { id } = await inbox.channel();
  const asked = await shout(reaching, id, 40);
  const last = asked.at(-1) ?? '';
  expect(await reaching.reach(last)).toMatchObject({ state: 'queued', heldUntil: null });
  await later(reaching, 0);
  expect(published(reaching)).toEqual(Array(KEPT).fill('Fire'));
  await later(reaching, 21_000);
  expect(published(reaching, KEPT)).toEqual(['35 questions are pending']);
  expect(ntfy.bodies().at(-1)?.click).toEndWith('/');
  expect((await reaching.reach(last)).state).toBe('sent');

  await answerReview(inbox, inbox.owner, last, { selectedOption: 'approve' });
  await later(reaching, 3000);
  expect(published(reaching, KEPT + 1)).toEqual(['quietly: 34 questions are pending']);
});

test('notifies of as many critical questions one by one as an owner has set for their channel', async () => {
  await using reaching = await testReaching();
  await reaching.contact();
  const { id } = await reaching.inbox.channel();
  await updateChannel(reaching.inbox, reaching.inbox.owner, id, { criticalPerHour: 8 });
  await shout(reaching, id, 9);
  await later(reaching, 0);
  expect(published(reaching)).toHaveLength(8);
});
