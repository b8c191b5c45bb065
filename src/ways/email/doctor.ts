/** Checks the mail server: its connection, its encryption and its login. */

import { type Finding, findings } from '../../cli/doctor/finding.ts';
import type { Check } from '../part.ts';
import { readSmtpUrl } from './mail.ts';
import { failureWords, handMail } from './send/smtp.ts';

const PATIENCE_MS = 5000;

export const check: Check = ({ smtpUrl, smtpFrom }) =>
  smtpUrl === null ? null : checkMail(smtpUrl, smtpFrom);

async function checkMail(url: string, from: string | null): Promise<Finding> {
  const { ok, fail } = findings('mail');
  const server = readSmtpUrl(url);
  if (!server) return fail('INBOX_SMTP_URL is not a mail server', 'Check INBOX_SMTP_URL.');
  const at = `${server.host}:${server.port}`;
  if (from === null) return fail('No sender address is set', 'Set INBOX_SMTP_FROM to an address.');
  const limits = { timeoutMs: PATIENCE_MS, signal: new AbortController().signal };
  const { failure } = await handMail(server, null, limits);
  if (failure) {
    return fail(
      `${at}: ${failureWords(failure)}`,
      'Check INBOX_SMTP_URL, and that the server is running.',
    );
  }
  return ok(server.login ? `${at} answers and accepts the login` : `${at} answers`);
}
