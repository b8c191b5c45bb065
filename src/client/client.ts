/** The API as typed functions, over HTTP or, given the app itself, in process. */
import { treaty } from '@elysiajs/eden';
import { codeOf } from '../core/error-codes.ts';
import { InboxError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import type { App } from '../http/app.ts';
import { fetchTimed } from './clock.ts';
import { fetchNoting, notAnInbox } from './foreign.ts';

export type Client = ReturnType<typeof createClient>;
export type Credentials = { apiKey?: string; token?: string };
/** Sent as `inbox-client`: an answer records on which surface it was given. */
export type Surface = 'terminal';

/**
 * Creates a client of the inbox at a URL, or of an app in this process. With an API key it calls as
 * an agent, with a token as a person.
 */
export function createClient(target: string | App, credentials: Credentials, surface?: Surface) {
  const headers = {
    ...headersOf(credentials),
    ...(surface === undefined ? {} : { 'inbox-client': surface }),
  };
  // A page always gets its responses from its own server.
  const fetcher = (surface === 'terminal' ? fetchNoting : fetchTimed) as typeof fetch;
  return treaty<App>(target, { headers, parseDate: false, fetcher, onResponse: exactly }).api.v1;
}

/** Reads a body without losing digits of its numbers; whatever else answers is left to the library. */
async function exactly(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || !type.startsWith('application/json')) return undefined;
  return response
    .text()
    .then(parseJson)
    .catch(() => undefined);
}

/** Also sent with a socket's handshake: the server has few places for anonymous ones. */
export const headersOf = ({ apiKey, token }: Credentials): Record<string, string> => ({
  ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
});

/** For a query that accepts several channels: one, or all. */
export const channelQuery = (channel: string | undefined) =>
  channel === undefined ? {} : { channel: [channel] };

type Answer<T> =
  | { data: T; error: null; response?: Response }
  | { data: null; error: { status: unknown; value: unknown }; response?: Response };

/** Returns the body of a success; throws an error response as the InboxError it was on the server. */
export async function ok<T>(request: Promise<Answer<T>>): Promise<T> {
  const { data, error, ...rest } = await request;
  if (error === null) {
    // An inbox responds here only with JSON.
    if (typeof data === 'string') throw notAnInbox('with a page');
    return data;
  }
  if (error.value instanceof Error) throw unreachable(error.value);
  throw toInboxError(error, 'response' in rest ? rest.response : undefined);
}

/** Returns the body with the response's headers. */
export async function okWithHeaders<T>(
  request: Promise<Answer<T>>,
): Promise<{ data: T; headers: Headers }> {
  const answer = await request;
  const data = await ok(Promise.resolve(answer));
  return {
    data,
    headers: 'response' in answer && answer.response ? answer.response.headers : new Headers(),
  };
}

/** Returns any response as it is; throws if none comes. */
export const anyResponse = (request: Promise<Response>): Promise<Response> =>
  request.catch((cause: Error) => {
    throw unreachable(cause);
  });

/** Returns a response that is not JSON as it is. */
export async function okResponse(request: Promise<Response>): Promise<Response> {
  const response = await anyResponse(request);
  if (response.ok) return response;
  const value: unknown = await response.json().catch(() => null);
  throw toInboxError({ status: response.status, value }, response);
}

function unreachable(cause: Error): InboxError {
  const reason = cause.message;
  return new InboxError('unavailable', `The inbox does not answer (${reason})`, { reason });
}

function toInboxError(
  { status, value }: { status: unknown; value: unknown },
  response: Response | undefined,
): Error {
  const { message, errors, statusCode: _, ...details } = (value ?? {}) as ErrorAnswer;
  const code = codeOf(Number(status));
  if (!code || !message) return notAnInbox(`with status ${status}`);
  const retryAfter = response?.headers.get('retry-after');
  return new InboxError(code, message, {
    ...details,
    ...(errors ? { issues: errors } : {}),
    ...(retryAfter ? { retryAfterSeconds: Number(retryAfter) } : {}),
  });
}

type ErrorAnswer = {
  statusCode?: number;
  message?: string;
  errors?: { code: string; message: string; path: string[] }[];
};
