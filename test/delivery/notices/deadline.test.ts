/** An attempt ends in time, however many calls its way makes. */
import { expect, test } from 'bun:test';
import { listNotices } from '../../../src/core/reviews/notices.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { send as sendBySlack } from '../../../src/ways/slack/send.ts';
import { send as sendByTelegram } from '../../../src/ways/telegram/send.ts';
import { testReceiver } from '../../support/delivery/http-receiver.ts';
import { review } from '../../support/reach/burst.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { testReaching } from '../../support/reach/reaching.ts';
import { sendingOf } from '../../support/reach/sending.ts';

const TIMEOUT_MS = 3000;
const SLOW_MS = 2500;
/** Two calls, each with its own deadline, would take this long. */
const TWICE_MS = SLOW_MS + TIMEOUT_MS;

test('ends an attempt in time whose first call was slow and whose second one hangs', async () => {
  let isUp = false;
  await using reaching = await testReaching({
    async before({ method }) {
      if (!isUp) return 500;
      if (method === 'DELETE') return new Promise<never>(() => {});
      await Bun.sleep(SLOW_MS);
      return null;
    },
  });
  const { inbox, ntfy, worker } = reaching;
  await worker.stop();
  const impatient = await reaching.start(TIMEOUT_MS);
  await reaching.contact();
  const { id } = await inbox.send({ review });
  await reaching.reaches(id, ({ nextAt }) => nextAt !== null && nextAt > '2030-01-02T12:00:01');
  isUp = true;
  const startedAt = performance.now();
  // A notice that may have arrived at a server of unknown version is replaced, then deleted.
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  const takingBack = await eventually(async () => {
    const notices = await listNotices(inbox, inbox.owner, id);
    return notices.find(({ what, error }) => what === 'settles' && error !== null);
  });
  expect(performance.now() - startedAt).toBeLessThan(TWICE_MS - 1000);
  expect(takingBack.error).toBe('No complete response within 3s');
  expect(ntfy.received.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);
  await impatient.stop();
}, 20_000);

const answers = { ok: true, channel: 'D1', ts: '2.0', result: { message_id: 2 } };

test.each([
  ['Telegram', sendByTelegram, '1', /deleteMessage$/],
  ['Slack', sendBySlack, 'D1 1.0', /chat\.delete$/],
])(
  'counts a reminder by %s as sent if the message before it could not be deleted in time',
  async (_, send, handle, deletion) => {
    const late = new AbortController();
    await using service = testReceiver(({ path }) => {
      if (!deletion.test(path)) return Response.json(answers);
      late.abort(new Error('late'));
      return new Promise<never>(() => {});
    });
    const sending = sendingOf(service.url, { title: 'Deploy?', body: '', label: 'Approve' });
    const content = { ...sending.content, what: 'reminds' as const };
    const outcome = await send({ ...sending, content, handle, signal: late.signal });
    expect(outcome).toMatchObject({ result: 'accepted', handle: expect.stringContaining('2') });
    expect(service.received).toHaveLength(2);
  },
);
