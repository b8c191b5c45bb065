import { BLOCKED, invalidField } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { refusal } from './addresses.ts';

/** Refuses a URL that must not become a webhook's; `path` is where it stands in the request. */
export function mustBeTarget(inbox: Inbox, url: string | null | undefined, path: string[]): void {
  if (!url) return;
  const reason = refusal(url, inbox.webhookAllow);
  if (reason) throw invalidField(path, reason, BLOCKED);
}
