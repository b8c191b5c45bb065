/** The headers that a client may act on, as the document describes them. */
type Header = { $ref: string };
export type Headers = Record<string, Header>;

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const described = (description: string, schema: object = text) => ({ description, schema });

const known = {
  'X-Request-Id': described('Names the request in the log'),
  'RateLimit-Limit': described(
    'How many requests may be sent at once; not if `INBOX_RATE_LIMIT` is `off`',
    count,
  ),
  'RateLimit-Remaining': described('How many of them are left', count),
  'RateLimit-Reset': described('Seconds until all of them are there again', count),
  'Retry-After': described('Seconds to wait before the request is sent again', count),
  Allow: described('The methods that the path takes'),
  'Inbox-Total': described('How many there are in all pages', count),
  'Inbox-Next-Cursor': described('The `cursor` of the next page, while there is one'),
  'Set-Cookie': described('The session. An answer to a request with a session may renew it'),
  ETag: described('Never changes: nor do the bytes of a file'),
  'Accept-Ranges': described('`bytes`'),
  'Content-Range': described('Which bytes these are, and how many there are'),
  'Content-Disposition': described('The name of the file, and whether a browser may show it'),
};

/** Under `components/headers`. */
export const headerComponents = known;

export const headersNamed = (...names: (keyof typeof known)[]): Headers =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** What every answer has. */
export const always = (isApi: boolean): Headers =>
  isApi
    ? headersNamed('X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset')
    : headersNamed('X-Request-Id');
