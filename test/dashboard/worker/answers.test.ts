import { expect, test } from 'bun:test';
import { sendAnswer } from '../../../src/dashboard/worker/calls.ts';
import type { PushedData } from '../../../src/ways/webpush/pushed.ts';
import { testReceiver } from '../../support/delivery/http-receiver.ts';

const pushed: PushedData = {
  what: 'asks',
  noticeId: 'n',
  receipt: 'r',
  messageId: 'm',
  seq: 1,
  path: '/m/m',
  options: [],
  isSilent: false,
  isReminder: false,
};
const answered = { status: 'completed', respondedBy: { name: 'Ben' }, automatic: false };

test.each([
  [200, {}, 'given', undefined],
  [401, {}, 'kept', 'you are logged out'],
  [404, {}, 'over', 'No longer pending'],
  [409, answered, 'over', 'Already answered by Ben'],
  [409, { ...answered, respondedBy: null, automatic: true }, 'over', 'Already answered auto'],
  [409, { status: 'expired' }, 'over', 'Expired'],
  [422, { message: 'Too long' }, 'over', 'Too long'],
  [429, { message: 'Too many requests' }, 'kept', 'too many requests'],
  [503, {}, 'kept', 'the inbox had an error'],
] as const)('takes %i with %j as a press that is %s', async (status, body, is, why) => {
  await using inbox = testReceiver(() => Response.json(body, { status }));
  const answer = await sendAnswer(`${inbox.url}/`, pushed, { a: 1 });
  const known = why === undefined ? {} : { why: expect.stringContaining(why) };
  expect(answer).toEqual({ is, ...known } as typeof answer);
});

test('keeps a press that a proxy answers with a page, or nobody answers', async () => {
  const inbox = testReceiver(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  const press = () => sendAnswer(`${inbox.url}/`, pushed, {});
  expect(await press()).toMatchObject({ is: 'kept' });
  await inbox[Symbol.asyncDispose]();
  expect(await press()).toMatchObject({ is: 'kept' });
});
