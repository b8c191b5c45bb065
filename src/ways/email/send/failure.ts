/** The meaning of a failure to hand over a mail, without a word of the server's: it may name an address. */
import type { NodemailerError } from 'nodemailer/lib/errors';
import type { Outcome } from '../../../core/outgoing/outcome.ts';
import type { Handed } from './smtp.ts';

type Ended = Pick<Outcome, 'result' | 'error' | 'isFinal'>;

/** A server that answered has refused it; one that did not may have it. */
export function endOf({ failure, wasOffered }: Handed): Ended {
  if (!failure) return { result: 'accepted', error: null, isFinal: false };
  const isRefused =
    !wasOffered || failure.responseCode !== undefined || failure.code === 'EENVELOPE';
  return {
    result: isRefused ? 'refused' : 'unknown',
    error: failureWords(failure),
    isFinal: failure.permanent ?? failure.code === 'EENVELOPE',
  };
}

const CAUSES: Record<string, string> = {
  ETIMEDOUT: 'The mail server did not answer in time',
  EDNS: "The mail server's name is unknown",
  ETLS: 'The connection to the mail server could not be encrypted',
  ENOAUTH: 'The mail server does not support logins',
  EENVELOPE: 'Mail cannot be sent to this address',
};

export function failureWords(failure: NodemailerError): string {
  const { code = '', originalCode, responseCode, response, command = '' } = failure;
  if (responseCode !== undefined) {
    const [status] = /(?<=^\d{3}[ -])\d\.\d{1,3}\.\d{1,3}/.exec(response ?? '') ?? [];
    return `The mail server refused ${refused(command)} (${[responseCode, status].filter(Boolean).join(' ')})`;
  }
  const cause = CAUSES[code];
  if (cause !== undefined) return cause;
  const detail = originalCode ?? code;
  if (/CERT|SELF_SIGNED|ISSUER|SSL|TLS/.test(detail)) return `${CAUSES.ETLS} (${detail})`;
  return `The mail server cannot be reached (${detail})`;
}

function refused(command: string): string {
  if (command.startsWith('AUTH')) return 'the login';
  if (command === 'RCPT TO') return 'the address';
  if (command === 'MAIL FROM') return 'the sender';
  return command === 'DATA' ? 'the mail' : 'the connection';
}
