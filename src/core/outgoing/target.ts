import { BLOCKED, invalidField } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { refusal } from './addresses.ts';

/** Where something is sent. */
export type Target = { url: string; method: string; headers: Record<string, string> };

/** Refuses a URL that must not become a target's; `path` is the field of the request. */
export function mustBeTarget(inbox: Inbox, url: string | null | undefined, path: string[]): void {
  if (!url) return;
  const reason = refusal(url, inbox.webhookAllow);
  if (reason) throw invalidField(path, reason, BLOCKED);
}
