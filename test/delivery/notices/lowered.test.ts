/** Critical questions beyond the number of their channel: one notification counts them. */
import { expect, test } from 'bun:test';
import { updateChannel } from '../../../src/core/channels/channels.ts';
import { setAttention } from '../../../src/core/notify/attention.ts';
import { NO_ATTENTION } from '../../../src/core/notify/schema.ts';
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

/** Each alert with the minute in which it arrived, and the silent counts between them. */
const minutesOf = (sent: { title: string; minute: number }[]) =>
  sent.map(({ title, minute }) => `${minute}: ${title}`);

test('alerts of lowered questions every ten minutes at most, reminders included, and counts further ones silently', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  await reaching.contact();
  const { id } = await inbox.channel();
  await updateChannel(inbox, inbox.owner, id, { criticalPerHour: 0 });
  const sent: { title: string; minute: number }[] = [];
  for (let minute = 0; minute < 26; minute += 1) {
    const before = ntfy.received.length;
    if (minute < 3 || minute === 14) await shout(reaching, id, 2);
    await later(reaching, 30_000);
    await later(reaching, 30_000);
    sent.push(...published(reaching, before).map((title) => ({ title, minute })));
  }
  const alerts = sent.filter(({ title }) => !title.startsWith('quietly'));
  expect(minutesOf(sent).slice(0, 3)).toEqual([
    '0: 2 questions are pending',
    '1: quietly: 4 questions are pending',
    '2: quietly: 6 questions are pending',
  ]);
  for (const [index, { minute }] of alerts.entries()) {
    if (index > 0) expect(minute - (alerts[index - 1]?.minute ?? 0)).toBeGreaterThanOrEqual(10);
  }
  expect(alerts.map(({ minute }) => minute)).toEqual([0, 10, 20]);
  expect(alerts.at(-1)?.title).toEndWith('8 questions are pending');
  expect(ntfy.shown('phone')).toHaveLength(1);
});

test('sends lowered questions to a way that cannot replace them when the next alert is due, all in one', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await setAttention(inbox, inbox.owner, { ...NO_ATTENTION, reminders: false });
  await reaching.contact({ kind: 'apprise', address: 'key' });
  const { id } = await inbox.channel();
  await updateChannel(inbox, inbox.owner, id, { criticalPerHour: 0 });
  const titles = () => reaching.ntfy.bodies().map(({ title }) => title);
  await shout(reaching, id, 3);
  await later(reaching, 20_000);
  const [first = ''] = await shout(reaching, id, 300);
  await later(reaching, 9 * 60_000);
  expect(titles()).toEqual(['3 questions are pending']);
  expect((await reaching.reach(first)).notices.waiting).toBe(1);
  await later(reaching, 60_000);
  expect(titles()).toEqual(['3 questions are pending', '303 questions are pending']);
  expect((await reaching.reach(first)).state).toBe('sent');
});

test('tries again soon what was to alert of lowered questions and was refused', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  await reaching.contact();
  const { id } = await inbox.channel();
  await updateChannel(inbox, inbox.owner, id, { criticalPerHour: 0 });
  ntfy.answer(() => 503);
  await shout(reaching, id, 2);
  await later(reaching, 20_000);
  ntfy.answer((request) => Response.json(JSON.parse(request.body)));
  await later(reaching, 3000);
  expect(published(reaching).at(-1)).toBe('2 questions are pending');
});

test('gathers questions of urgency high from the eleventh in a minute on, and those of a night from the eleventh', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  await reaching.contact();
  const review = { type: 'approval', urgency: 'high', payload: { title: 'Soon' } } as const;
  for (let count = 0; count < 14; count += 1) await inbox.send({ review });
  await later(reaching, 0);
  expect(published(reaching)).toEqual(Array(10).fill('Soon'));
  await later(reaching, 20_000);
  expect(published(reaching, 10)).toEqual(['4 questions are pending']);
  expect(JSON.parse(ntfy.received.at(-1)?.body ?? '').priority).toBeGreaterThan(3);

  const night = [{ days: [0, 1, 2, 3, 4, 5, 6], from: '12:00', to: '23:00' }];
  await setAttention(inbox, inbox.owner, { ...NO_ATTENTION, quiet: night, reminders: false });
  const from = ntfy.received.length;
  for (let count = 0; count < 13; count += 1) {
    await later(reaching, 120_000);
    await inbox.send({ review });
  }
  await later(reaching, Date.parse('2030-01-02T23:00:00Z') - inbox.now());
  const held = published(reaching, from).filter((title) => !title.startsWith('Reminder'));
  expect(held).toEqual(Array(10).fill('Soon'));
  await later(reaching, 20_000);
  expect(published(reaching, from).at(-1)).toBe('3 questions are pending');
});
