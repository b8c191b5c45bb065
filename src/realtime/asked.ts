/** The events that a handshake asks to follow. */
import { z } from 'zod';
import type { Caller } from '../core/access/callers.ts';
import { getChannel } from '../core/channels/channels.ts';
import { invalid } from '../core/errors.ts';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { toIssues } from '../core/issues.ts';
import { mustBeKept } from '../core/log/page.ts';

const Asked = z.object({
  after: z.union([z.number().int().min(0), z.literal('now')]),
  channels: z.array(Id).max(1000).default([]),
  log: z.string().max(100).optional(),
});
export type Asked = z.infer<typeof Asked>;

/**
 * Returns null for a client that wants no numbers. Throws if it asks for something invalid, hidden
 * or gone.
 */
export async function askedBy(
  inbox: Inbox,
  caller: Caller,
  auth: Record<string, unknown>,
): Promise<Asked | null> {
  if (auth.after === undefined || auth.after === null) return null;
  const { after, channels, log } = auth;
  const read = Asked.safeParse({ after, channels: channels ?? undefined, log: log ?? undefined });
  if (!read.success) throw invalid(toIssues(read.error.issues));
  for (const id of read.data.channels) await getChannel(inbox, caller, id);
  if (read.data.after !== 'now') await mustBeKept(inbox, { ...read.data, after: read.data.after });
  return read.data;
}
