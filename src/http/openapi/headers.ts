/** The headers that a client may act on, as the document describes them. */
type Header = { $ref: string };
export type Headers = Record<string, Header>;

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const described = (description: string, schema: object = text) => ({ description, schema });

const known = {
  'X-Request-Id': described('Identifies the request in the log'),
  'RateLimit-Limit': described(
    'Size of the request allowance; absent if `INBOX_RATE_LIMIT` is `off`',
    count,
  ),
  'RateLimit-Remaining': described('Requests left in the allowance', count),
  'RateLimit-Reset': described('Seconds until the allowance is full again', count),
  'Retry-After': described('Seconds to wait before retrying', count),
  Allow: described('Methods that the path supports'),
  'Inbox-Total': described('Total number of items on all pages', count),
  'Inbox-Next-Cursor': described('The `cursor` of the next page; absent on the last page'),
  'Inbox-Seq': described(
    'On GET: the last event before the read. The response includes every change up to it',
    count,
  ),
  'Inbox-Log': described('On GET: the log that numbers the events; a restore starts another'),
  'Set-Cookie': described(
    'The session cookie. Any response to a request with a session may renew it',
  ),
  ETag: described('Names this version, for `If-None-Match`; the one of a file never changes'),
  'Accept-Ranges': described('`bytes`'),
  'Content-Range': described('The range of bytes returned, and the size of the file'),
  'Content-Disposition': described('The file name, and whether a browser may display the file'),
};

/** The entries of `components/headers`. */
export const headerComponents = known;

export const headersNamed = (...names: (keyof typeof known)[]): Headers =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The headers that every answer has. */
export const always = (isApi: boolean): Headers =>
  isApi ? headersNamed(...ofEach, ...ofApi) : headersNamed(...ofEach);

const ofEach = ['X-Request-Id'] as const;
const ofApi = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Inbox-Seq',
  'Inbox-Log',
] as const;
