/** Hands one mail to a mail server, or only logs in to see whether it works. */
import type { NodemailerError } from 'nodemailer/lib/errors';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
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
