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
  /** Null for a client that wants no numbers. */
  after: z.union([z.number().int().min(0), z.literal('now')]).nullable(),
  channels: z.array(Id).max(1000),
  log: z.string().max(100).optional(),
});
export type Asked = z.infer<typeof Asked>;

/** Throws if it asks for something invalid, hidden or gone. */
export async function askedBy(
  inbox: Inbox,
  caller: Caller,
  { after, channels, log }: Record<string, unknown>,
): Promise<Asked> {
  const read = Asked.safeParse({
    after: after ?? null,
    channels: channels ?? [],
    log: log ?? undefined,
  });
  if (!read.success) throw invalid(toIssues(read.error.issues));
  for (const id of read.data.channels) await getChannel(inbox, caller, id);
  const { after: from } = read.data;
  if (typeof from === 'number') await mustBeKept(inbox, { ...read.data, after: from });
  return read.data;
}
