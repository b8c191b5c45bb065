import { expect, test } from 'bun:test';
import { listContacts } from '../../../src/core/notify/contacts.ts';
import { listNotices } from '../../../src/core/reviews/notices.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { noticeQueue } from '../../../src/delivery/notices/queue.ts';
import { eventually } from '../../support/reach/eventually.ts';
import { testReaching } from '../../support/reach/reaching.ts';

const review = { type: 'approval', payload: { title: 'Deploy?' } };

test('retries under the same identity after a refusal, and clears the failure', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy, worker } = reaching;
  ntfy.answer(() => 503);
  await reaching.contact();
  const { id } = await inbox.send({ review });
  await reaching.reaches(id, ({ nextAt }) => nextAt !== null && nextAt > '2030-01-02T12:00:01');
  ntfy.answer((request) => Response.json(JSON.parse(request.body)));
  inbox.clock.advance(3000);
  worker.look();
  await reaching.reaches(id, ({ state }) => state === 'sent');
  const identities = ntfy.bodies().map(({ sequence_id }) => sequence_id);
  expect(identities).toEqual([id, id]);
});

test('reports a final refusal of the server, and does not retry it', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  ntfy.answer(() => 403);
  await reaching.contact();
  const { id } = await inbox.send({ review });
  const reach = await reaching.reaches(id, ({ notices }) => notices.failed === 1);
  expect(reach).toMatchObject({ state: 'nobody', warning: expect.any(String) });
  const [contact] = await listContacts(inbox, inbox.owner);
  expect(contact?.failingSince).toBe('2030-01-02T12:00:00.000Z');
  const [notice] = await listNotices(inbox, inbox.owner, id);
  expect(notice).toMatchObject({ status: 'refused', error: 'HTTP 403' });
});

test('sends a notice again under the same identity when the process ended during its attempt', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy, worker } = reaching;
  const hanging = Promise.withResolvers<Response>();
  ntfy.answer(() => hanging.promise);
  await reaching.contact();
  const { id } = await inbox.send({ review });
  await ntfy.has(1);
  await worker.stop();
  ntfy.answer((request) => Response.json(JSON.parse(request.body)));
  hanging.resolve(new Response(null, { status: 500 }));
  const next = await reaching.start();
  await ntfy.has(2);
  await reaching.reaches(id, ({ state }) => state === 'sent');
  expect(ntfy.bodies().map(({ sequence_id }) => sequence_id)).toEqual([id, id]);
  await next.stop();
});

test('takes back the notification of a question that was answered while it was being sent', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy } = reaching;
  const slow = Promise.withResolvers<void>();
  ntfy.answer(async ({ method, body }) => {
    if (method === 'DELETE') return 200;
    await slow.promise;
    return Response.json(JSON.parse(body));
  });
  await reaching.contact();
  const { id } = await inbox.send({ review });
  await ntfy.has(1);
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  slow.resolve();
  await reaching.reaches(id, ({ state }) => state === 'settled');
  expect(ntfy.received.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});

test('removes a question whose only attempt was cut off by the end of the process', async () => {
  const hanging = Promise.withResolvers<number>();
  let hangs = true;
  const before = async () => (hangs ? hanging.promise : null);
  await using reaching = await testReaching({ before });
  const { inbox, ntfy, worker } = reaching;
  await reaching.contact();
  const { id } = await inbox.send({ review });
  await ntfy.has(1);
  await worker.stop();
  hangs = false;
  hanging.resolve(500);
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  const next = await reaching.start();
  await reaching.reaches(id, ({ state }) => state === 'settled');
  expect(ntfy.received.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);
  expect(ntfy.shown('phone')).toEqual([]);
  await next.stop();
});

test('sends nothing of a question that was answered after its notice was claimed', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy, worker } = reaching;
  await worker.stop();
  await reaching.contact();
  const { id } = await inbox.send({ review });
  const queue = noticeQueue(inbox, { homeOf: () => 'https://inbox.example' });
  const search = { atMs: inbox.now(), limit: 1, isBusy: () => false };
  const due = await queue.findDue(search);
  const [claimed] = await queue.claim(due.map((one) => one.id));
  if (!claimed) throw new Error('nothing was claimed');
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  const outcome = await queue.send(claimed, new AbortController().signal);
  await queue.settle(claimed, outcome);
  const next = await reaching.start();
  await reaching.reaches(id, ({ notices }) => notices.waiting === 0);
  await next.stop();
  expect(ntfy.received).toEqual([]);
  const statuses = (await listNotices(inbox, inbox.owner, id)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(['skipped']));
});

test('gathers the fourth question of a minute into one notice that counts, and takes it back', async () => {
  await using reaching = await testReaching();
  const { inbox, ntfy, worker } = reaching;
  await reaching.contact();
  const asked = [];
  for (let count = 0; count < 5; count++) asked.push(await inbox.send({ review }));
  await ntfy.has(3);
  inbox.clock.advance(21_000);
  worker.look();
  await ntfy.has(4);
  expect(ntfy.shown('phone').map(({ title }) => title)).toEqual([
    'Deploy?',
    'Deploy?',
    'Deploy?',
    '2 questions are pending',
  ]);
  for (const { id } of asked) {
    await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  }
  inbox.clock.advance(3000);
  worker.look();
  await eventually(() => ntfy.shown('phone').length === 0);
});
