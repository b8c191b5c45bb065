/** Why a stream takes no more. */
export const reasonOf = ({ code, message }: NodeJS.ErrnoException): string =>
  reasons[code ?? ''] ?? message;

const reasons: Record<string, string> = {
  ENOSPC: 'no space left',
  EPIPE: 'it was closed',
  EIO: 'the terminal is gone',
};
