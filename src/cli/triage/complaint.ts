import { InboxError } from '../../core/errors.ts';

/** Formats an error on one line. */
export function sentenceOf(error: unknown): string {
  const issues = error instanceof InboxError ? (error.details.issues ?? []) : [];
  const details = issues.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`);
  return [(error as Error).message, ...details].join(' · ');
}
