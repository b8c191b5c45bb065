/** Whether something other than an inbox has answered, which explains later failures. */
import { InboxError } from '../core/errors.ts';

let hasAnswered = false;

/** An inbox names its log in each response. */
export async function fetchNoting(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  if (!response.headers.has('x-request-id')) hasAnswered = true;
  return response;
}

export const foreignAnswer = (): InboxError | null =>
  hasAnswered ? notAnInbox('without an x-request-id') : null;

export const notAnInbox = (how: string) =>
  new InboxError(
    'unavailable',
    `Not an inbox, or a proxy in front of one: the server answered ${how}. Check the address`,
  );
