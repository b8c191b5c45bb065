/** Maps each error code to an HTTP status and to a command's exit code. */
const codes = {
  invalid: { status: 400, exit: 'usage' },
  unauthenticated: { status: 401, exit: 'notAllowed' },
  forbidden: { status: 403, exit: 'notAllowed' },
  not_found: { status: 404, exit: 'error' },
  conflict: { status: 409, exit: 'conflict' },
  gone: { status: 410, exit: 'error' },
  too_large: { status: 413, exit: 'usage' },
  wrong_type: { status: 415, exit: 'error' },
  misdirected: { status: 421, exit: 'error' },
  rate_limited: { status: 429, exit: 'error' },
  unavailable: { status: 503, exit: 'error' },
} as const;

/** The errors that a caller can act on. Anything else that is thrown is a bug of ours. */
export type ErrorCode = keyof typeof codes;

export const statusOf = (code: ErrorCode): number => codes[code].status;
/** Returns the name of the exit code. */
export const exitOf = (code: ErrorCode) => codes[code].exit;

const codeByStatus = new Map(
  Object.entries(codes).map(([code, { status }]) => [status as number, code as ErrorCode]),
);

/** Returns undefined for a status that none of our errors has. */
export const codeOf = (status: number): ErrorCode | undefined => codeByStatus.get(status);
