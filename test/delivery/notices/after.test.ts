/** A question that people are not notified of for a while: what ends before reaches nobody. */
import { expect, test } from 'bun:test';
import type { z } from 'zod';
import { updateChannel } from '../../../src/core/channels/channels.ts';
import { askByHook, readHook } from '../../../src/core/hooks/hooks.ts';
import { sendMessage } from '../../../src/core/messages/messages.ts';
import { SendMessage } from '../../../src/core/messages/schema.ts';
import { updateStream } from '../../../src/core/messages/streams.ts';
import { listNotices } from '../../../src/core/reviews/notices.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { withdrawReview } from '../../../src/core/reviews/withdrawing.ts';
import { keyOf } from '../../support/inbox/inbox.ts';
import { later } from '../../support/reach/burst.ts';
import { testReaching } from '../../support/reach/reaching.ts';

type Reaching = Awaited<ReturnType<typeof testReaching>>;
const SECOND_MS = 1000;
const waiting = (afterSeconds = 20) => ({
  type: 'approval',
  payload: { title: 'Deploy?' },
  notify: { afterSeconds },
});
const plain = { type: 'approval', payload: { title: 'Deploy?' } };

const approve = ({ inbox }: Reaching, id: string) =>
  answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });

const noticesOf = async ({ inbox }: Reaching, id: string) =>
  (await listNotices(inbox, inbox.owner, id)).map(
    ({ what, status, due }) => `${what} ${status} ${due.slice(11, 19)}`,
  );

const titles = ({ ntfy }: Reaching) => ntfy.shown('phone').map(({ title }) => title);

test('notifies nobody of a question that is answered or withdrawn before, and takes nothing back', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  await reaching.contact();
  const before = ntfy.received.length;
  const answered = await inbox.send({ review: waiting() });
  const withdrawn = await inbox.send({ review: waiting() });
  await later(reaching, 19 * SECOND_MS);
  await approve(reaching, answered.id);
  await withdrawReview(inbox, inbox.agent, withdrawn.id, { reason: 'answered in the terminal' });
  await later(reaching, 60 * SECOND_MS);
  for (const { id } of [answered, withdrawn]) {
    expect(await noticesOf(reaching, id)).toEqual(['asks skipped 12:00:20']);
  }
  expect(ntfy.received.length).toBe(before);
});

test('notifies people of a question that is still pending then, even if it restarts before', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await reaching.contact();
  const { id, review } = await inbox.send({ review: waiting() });
  expect(review?.reach).toMatchObject({ state: 'queued', nextAt: '2030-01-02T12:00:20.000Z' });
  await later(reaching, 19 * SECOND_MS);
  expect(titles(reaching)).toEqual([]);
  await reaching.worker.stop();
  inbox.clock.advance(SECOND_MS);
  const restarted = await reaching.start();
  await reaching.reaches(id, ({ state }) => state === 'sent');
  await restarted.stop();
  expect(titles(reaching)).toEqual(['Deploy?']);
  expect(await noticesOf(reaching, id)).toEqual([
    'asks accepted 12:00:20',
    'reminds waiting 12:10:00',
  ]);
});

test('counts no question that was answered before among those of its minute', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await reaching.contact();
  for (let count = 0; count < 5; count++) {
    await approve(reaching, (await inbox.send({ review: waiting() })).id);
  }
  await inbox.send({ review: waiting() });
  await inbox.send({ review: plain });
  await later(reaching, 20 * SECOND_MS);
  expect(titles(reaching)).toEqual(['Deploy?', 'Deploy?']);
});

test('gathers those that are due within a minute, in whichever order they were asked', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await reaching.contact();
  for (const afterSeconds of [70, 60, 50, 40]) await inbox.send({ review: waiting(afterSeconds) });
  await later(reaching, 40 * SECOND_MS);
  expect(titles(reaching)).toEqual([]);
  await later(reaching, 40 * SECOND_MS);
  expect(titles(reaching)).toEqual(['1 question is pending', 'Deploy?', 'Deploy?', 'Deploy?']);
  await inbox.send({ review: waiting(20) });
  await later(reaching, 40 * SECOND_MS);
  expect(titles(reaching).at(-1)).toBe('1 question is pending');
});

const asked = async (
  { inbox }: Reaching,
  channelId: string,
  review: z.input<typeof SendMessage>['review'],
  usually?: Parameters<typeof sendMessage>[3],
) => {
  const input = SendMessage.parse({ channelId, review });
  const { message } = await sendMessage(inbox, inbox.agent, input, usually);
  const waitMs = Date.parse(message.review?.reach.nextAt ?? '') - inbox.now();
  // Each in a minute of its own, so that none is gathered.
  inbox.clock.advance(1200 * SECOND_MS);
  return waitMs / SECOND_MS;
};

test('counts the word of the question first, then that of its channel, then what is usual', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await reaching.contact();
  const { id } = await inbox.channel();
  const usual = { notifyAfterSeconds: 20 };
  const found = async () => [
    await asked(reaching, id, plain),
    await asked(reaching, id, plain, usual),
    await asked(reaching, id, { ...plain, urgency: 'critical' }, usual),
    await asked(reaching, id, waiting(0), usual),
    await asked(reaching, id, { ...waiting(600), urgency: 'critical' }),
  ];
  expect(await found()).toEqual([0, 20, 0, 0, 600]);
  await updateChannel(inbox, inbox.owner, id, { notifyAfterSeconds: 45 });
  expect(await found()).toEqual([45, 45, 0, 0, 600]);
  await updateChannel(inbox, inbox.owner, id, { notifyAfterSeconds: 0 });
  expect(await found()).toEqual([0, 0, 0, 0, 600]);
  await updateChannel(inbox, inbox.owner, id, { notifyAfterSeconds: null });
  expect(await found()).toEqual([0, 20, 0, 0, 600]);
});

test('notifies people of the question of a hook after 20 s, or as its channel has it', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await reaching.contact();
  const { id: channelId } = await inbox.channel();
  const given = { client: 'claude', version: null, channelId: null, expiresInSeconds: 60 } as const;
  const body = {
    hook_event_name: 'PermissionRequest',
    session_id: 's1',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  };
  const gone = new AbortController();
  const asks = async () => {
    const { agent, hook, call } = readHook(inbox, keyOf('ci', channelId), given, body);
    return call.does === 'ask' ? askByHook(inbox, agent, hook, call, gone.signal) : null;
  };
  const first = await asks();
  await updateChannel(inbox, inbox.owner, channelId, { notifyAfterSeconds: 10 });
  const second = await asks();
  const notices = inbox.store.read.selectFrom('notices').select('dueAt').orderBy('id');
  const dues = await notices.where('channelId', '=', channelId).execute();
  expect(dues.map(({ dueAt }) => dueAt.slice(11, 19))).toEqual(['12:00:20', '12:00:10']);
  gone.abort();
  expect([await first?.opinion, await second?.opinion]).toEqual([null, null]);
});

test('refuses a time that is negative, too long or not in whole seconds', () => {
  const pathsOf = (afterSeconds: unknown) => {
    const input = { channelId: 'A'.repeat(26), review: { ...plain, notify: { afterSeconds } } };
    return SendMessage.safeParse(input).error?.issues.map(({ path }) => path.join('.')) ?? [];
  };
  for (const wrong of [-1, 0.5, 601, '20']) {
    expect(pathsOf(wrong)).toEqual(['review.notify.afterSeconds']);
  }
  for (const right of [0, 600, undefined]) expect(pathsOf(right)).toEqual([]);
});

test('keeps what a question was asked with when its channel is changed', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await reaching.contact();
  const { id: channelId } = await inbox.channel();
  await updateChannel(inbox, inbox.owner, channelId, { notifyAfterSeconds: 45 });
  const { id } = await inbox.send({ channelId, review: plain });
  await updateChannel(inbox, inbox.owner, channelId, { notifyAfterSeconds: 0 });
  await later(reaching, 44 * SECOND_MS);
  expect(await noticesOf(reaching, id)).toEqual(['asks waiting 12:00:45']);
});

test('counts from when a draft is complete', async () => {
  await using reaching = await testReaching();
  const { inbox } = reaching;
  await reaching.contact();
  const drafted = { streamId: 'draft', streamState: 'streaming' as const, review: waiting() };
  const { id } = await inbox.send(drafted);
  await later(reaching, 60 * SECOND_MS);
  await updateStream(inbox, inbox.agent, 'draft', { text: '', complete: true });
  expect(await noticesOf(reaching, id)).toEqual(['asks waiting 12:01:20']);
});
