/** Why a stream takes no more. */
export const reasonOf = ({ code, message }: NodeJS.ErrnoException): string =>
  reasons[code ?? ''] ?? message;

const reasons: Record<string, string> = {
  ENOSPC: 'no space left',
  EPIPE: 'it was closed',
  EIO: 'the terminal is gone',
};

/** Why a file cannot be read. */
export const whyUnread = ({ code, message }: NodeJS.ErrnoException): string =>
  unread[code ?? ''] ?? message;

const unread: Record<string, string> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
};

/** Why an inbox does not answer, of what Bun says about it. */
export const whySilent = (reason: string): string =>
  silent.find(([sign]) => sign.test(reason))?.[1] ?? reason;

const silent: [sign: RegExp, words: string][] = [
  [/ECONNREFUSED|ConnectionRefused|Unable to connect/i, 'connection refused'],
  [/ENOTFOUND|EAI_AGAIN|getaddrinfo|FailedToOpenSocket/i, 'unknown host'],
  [/timed? ?out|ETIMEDOUT/i, 'timed out'],
];
