import { BLOCKED, invalidField } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { refusal } from './addresses.ts';

/** The target of a request. */
export type Target = { url: string; method: string; headers: Record<string, string> };

/** Refuses a URL that must not be a target; `path` is the field of the request. */
export function mustBeTarget(inbox: Inbox, url: string | null | undefined, path: string[]): void {
  if (!url) return;
  const reason = refusal(url, inbox.webhookAllow);
  if (reason) throw invalidField(path, reason, BLOCKED);
}
