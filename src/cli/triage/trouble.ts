/** Explains why the view has nothing to show, and what to do. */
import { InboxError } from '../../core/errors.ts';
import type { GlobalOptions } from '../options.ts';
import { connectionReason } from '../reasons.ts';
import { resolveTarget } from '../target.ts';

/** The server did not answer. */
export function whyAway(error: unknown): string {
  const { reason, url } = error instanceof InboxError ? error.details : {};
  if (typeof reason !== 'string' || typeof url !== 'string') return sentenceOf(error);
  return `Cannot reach ${url} (${connectionReason(reason).why}).`;
}

/** Names the credential that was refused. */
export function whyNotLetIn(error: unknown, options: GlobalOptions): unknown {
  if (!(error instanceof InboxError) || error.code !== 'unauthenticated') return error;
  if (error.message.includes('inbox login')) return error;
  return new InboxError('unauthenticated', notLetIn(options));
}

function notLetIn(options: GlobalOptions): string {
  const { credential, url: address } = resolveTarget(options);
  const mend = `Log in again: \`inbox login ${address ?? 'URL'}\``;
  if (credential === 'INBOX_TOKEN')
    return `The token in INBOX_TOKEN is not valid here, or has expired. ${mend}, or unset it.`;
  if (credential === 'INBOX_API_KEY')
    return `The key in INBOX_API_KEY is not valid here, or has expired. Create a new one (\`inbox key create NAME\`), or log in: \`inbox login ${address ?? 'URL'}\`.`;
  return `You are logged out of ${address ?? 'this inbox'}. ${mend}.`;
}

/** Formats an error on one line. */
export function sentenceOf(error: unknown): string {
  const issues = error instanceof InboxError ? (error.details.issues ?? []) : [];
  const details = issues.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`);
  return [(error as Error).message, ...details].join(' · ');
}
