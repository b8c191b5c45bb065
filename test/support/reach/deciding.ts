/** Presses of decision links over HTTP. */
import { getReview } from '../../../src/core/reviews/reviews.ts';
import { appOf } from '../inbox/app.ts';
import { testQuestion } from './question.ts';

type Options = Parameters<typeof appOf>[1];

export async function testDecide(review?: object, options: Options = {}) {
  const test = await testQuestion(review);
  const app = await appOf(test.inbox, options);
  const send = async (link: string | undefined, init: RequestInit = {}, path = '/decide') => {
    const headers = { ...(link === undefined ? {} : { authorization: `Bearer ${link}` }) };
    const request = { method: 'POST', ...init, headers: { ...headers, ...init.headers } };
    const response = await app(path, request);
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : null, response };
  };
  const status = async () => (await getReview(test.inbox, test.inbox.agent, test.id)).review.status;
  const dispose = test[Symbol.asyncDispose];
  return { ...test, send, status, [Symbol.asyncDispose]: dispose };
}

/** The one body of every 401. */
export const REFUSED = {
  statusCode: 401,
  message: 'This link or button is no longer valid. Open the inbox',
};
