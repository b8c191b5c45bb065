/** Hands one mail to a mail server, or only logs in to see whether it works; then the meaning of a failure. */
import type { NodemailerError } from 'nodemailer/lib/errors';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Outcome } from '../../../core/outgoing/outcome.ts';
import { timerMs } from '../../../core/timers.ts';
import type { SmtpServer } from '../mail.ts';

/** A whole message, and the addresses that the server gets beside it. */
export type Mail = { from: string; to: string; message: Buffer };
export type Limits = { timeoutMs: number; signal: AbortSignal };
/** `wasOffered`: the server may have the mail, whatever has failed. */
export type Handed = { failure: NodemailerError | null; wasOffered: boolean };

/** Never throws. Without a mail it ends after the login. */
export function handMail(server: SmtpServer, mail: Mail | null, limits: Limits): Promise<Handed> {
  const { timeoutMs, signal } = limits;
  const { host, port, secure, requireTLS, ignoreTLS, tls, login } = server;
  const { promise, resolve } = Promise.withResolvers<Handed>();
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    requireTLS,
    ignoreTLS,
    tls,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  let wasOffered = false;
  const end = (failure: NodemailerError | null) => {
    if (failure) connection.close();
    else connection.quit();
    resolve({ failure, wasOffered });
  };
  const send = () => {
    if (!mail) return end(null);
    wasOffered = true;
    connection.send({ from: mail.from, to: [mail.to] }, mail.message, (error) => end(error));
  };
  const logIn = () => {
    if (!login) return send();
    connection.login(login, (error) => (error ? end(error) : send()));
  };
  const abort = () => end(Object.assign(new Error('Aborted'), { code: 'ETIMEDOUT' }));
  const timer = setTimeout(abort, timerMs(timeoutMs));
  signal.addEventListener('abort', abort);
  // The listener stays: an error without one ends the process.
  connection.on('error', end);
  connection.connect((error) => (error ? end(error) : logIn()));
  if (signal.aborted) abort();
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  });
}

// The words of a failure have none of the server's: it may name an address.

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
