import type { ErrorCode } from './error-codes.ts';

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

/** An unknown id and a foreign one have the same response. */
export const notFound = (what: string) => new InboxError('not_found', `${what} not found`);

/**
 * Clients compare the message, so it is constant: `detail` has the first cause. Only a refused
 * webhook address has its own message, because an operator has to allow it.
 */
export function invalid(issues: Issue[]): InboxError {
  const [first] = issues;
  if (!first) return new InboxError('invalid', MESSAGE, { issues });
  if (issues.every(({ code }) => code === BLOCKED)) {
    return new InboxError('invalid', first.message, { issues });
  }
  const detail = [...(first.path.length > 0 ? [first.path.join('.')] : []), first.message];
  return new InboxError('invalid', MESSAGE, { issues, detail: detail.join(': ') });
}

const MESSAGE = 'Validation failed';

/** The code of an address that webhooks must not use. */
export const BLOCKED = 'blocked_address';

/** Returns a violation that no schema can detect, such as a name that is already taken. */
export const invalidField = (path: (string | number)[], message: string, code = 'custom') =>
  invalid([{ code, message, path: path.map(String) }]);
