/** How each error code is said: by a status over HTTP, by the exit code of a command. */
const codes = {
  invalid: { status: 400, exit: 'usage' },
  unauthenticated: { status: 401, exit: 'notAllowed' },
  forbidden: { status: 403, exit: 'notAllowed' },
  not_found: { status: 404, exit: 'error' },
  conflict: { status: 409, exit: 'conflict' },
  gone: { status: 410, exit: 'error' },
  too_large: { status: 413, exit: 'usage' },
  wrong_type: { status: 415, exit: 'error' },
  rate_limited: { status: 429, exit: 'error' },
  unavailable: { status: 503, exit: 'error' },
} as const;

/** What a caller can act on. Everything else that is thrown is a fault of ours. */
export type ErrorCode = keyof typeof codes;

export const statusOf = (code: ErrorCode): number => codes[code].status;
/** The name of the exit code. */
export const exitOf = (code: ErrorCode) => codes[code].exit;

const codeByStatus = new Map(
  Object.entries(codes).map(([code, { status }]) => [status as number, code as ErrorCode]),
);

/** Undefined for a status that no error of ours has. */
export const codeOf = (status: number): ErrorCode | undefined => codeByStatus.get(status);
