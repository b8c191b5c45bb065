import { InboxError } from '../../core/errors.ts';
import { errorResponse } from '../errors.ts';

const NAME = /^[\w.:[\]-]+$/;

/** Whether the text is a single host, with or without a port, that a URL can have. */
export const isHost = (host: string): boolean => NAME.test(host) && URL.canParse(`http://${host}`);

/**
 * Refuses a request whose Host names no host, or several: Bun joins two headers with a comma, and a
 * proxy may have used the other one.
 */
export function refuseHost({ headers }: Request): Response | undefined {
  const host = headers.get('host');
  if (host === null || isHost(host)) return undefined;
  const message = 'The request must have exactly one Host header with one host name';
  return errorResponse(new InboxError('invalid', message));
}
