/** Explains why a stream accepts no more. */
export const streamReason = ({ code, message }: NodeJS.ErrnoException): string =>
  reasons[code ?? ''] ?? message;

const reasons: Record<string, string> = {
  ENOSPC: 'no space left',
  EPIPE: 'it was closed',
  EIO: 'the terminal is gone',
};

/** Explains why a file cannot be read. */
export const fileReason = ({ code, message }: NodeJS.ErrnoException): string =>
  unread[code ?? ''] ?? message;

const unread: Record<string, string> = {
  ENOENT: 'no such file',
  EISDIR: 'is a directory',
  EACCES: 'permission denied',
};

/** Explains why an inbox does not answer, from Bun's message, and what to do. */
export function connectionReason(reason: string): { why: string; mend: string } {
  const found = silent.find(({ sign }) => sign.test(reason));
  const [first = reason] = reason.split('. ');
  return { why: found?.why ?? first, mend: found?.mend ?? 'Check the address and the network.' };
}

const AUTHORITY = 'If your own certificate authority signed it, set NODE_EXTRA_CA_CERTS=FILE.';

const silent: { sign: RegExp; why?: string; mend: string }[] = [
  {
    sign: /ECONNREFUSED|ConnectionRefused|Unable to connect/i,
    why: 'connection refused',
    mend: 'Is it running? Start it with `inbox serve`.',
  },
  {
    sign: /ENOTFOUND|EAI_AGAIN|getaddrinfo|FailedToOpenSocket/i,
    why: 'unknown host',
    mend: 'Check the address for typos.',
  },
  {
    sign: /timed? ?out|ETIMEDOUT/i,
    why: 'timed out',
    mend: 'Check the address, the network and the firewall.',
  },
  {
    sign: /certificate has expired|CERT_HAS_EXPIRED/i,
    mend: 'Renew the certificate on the server.',
  },
  {
    sign: /altname|hostname|not match/i,
    mend: 'Use the hostname that the certificate was issued for.',
  },
  { sign: /certificate|self.signed/i, mend: AUTHORITY },
  {
    sign: /socket connection was closed|ECONNRESET|Malformed_HTTP/i,
    why: 'it closed the connection',
    mend: 'Try https:// instead of http://.',
  },
  {
    sign: /EPROTO|TLS handshake|wrong version number/i,
    why: 'no TLS at that address',
    mend: 'Try http:// instead of https://.',
  },
];
