/** What a caller can act on. Everything else that is thrown is a fault of ours. */
export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'wrong_type'
  | 'rate_limited'
  | 'unavailable';

/** One violation; `path` leads to the field, numbers written as strings. */
export type Issue = { code: string; message: string; path: string[] };

export class InboxError extends Error {
  constructor(
    readonly code: ErrorCode,
    sentence: string,
    readonly details: { issues?: Issue[]; [name: string]: unknown } = {},
  ) {
    super(sentence);
  }
}

/** The answer to a known and to a foreign id alike. */
export const notFound = (what: string) => new InboxError('not_found', `${what} not found`);

export const invalid = (issues: Issue[]) =>
  new InboxError('invalid', 'Validation failed', { issues });

/** One violation that no schema can see, such as a name that is already taken. */
export const invalidField = (path: (string | number)[], message: string, code = 'custom') =>
  invalid([{ code, message, path: path.map(String) }]);
