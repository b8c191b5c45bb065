/** The inbox of the tools for a call over HTTP: the core itself. */
import type { Agent } from '../core/access/callers.ts';
import { ping } from '../core/channels/status.ts';
import { invalid } from '../core/errors.ts';
import { channelOf } from '../core/hooks/hooks.ts';
import type { Inbox } from '../core/inbox.ts';
import { toIssues } from '../core/issues.ts';
import { getMessage, listMessages, sendMessage } from '../core/messages/messages.ts';
import type { Page } from '../core/messages/parts.ts';
import { ListMessages, type Message, SendMessage } from '../core/messages/schema.ts';
import { LOCAL } from '../core/messages/source.ts';
import { getReview, listPending } from '../core/reviews/reviews.ts';
import { ListPending } from '../core/reviews/schema.ts';
import { waitForReview } from '../core/reviews/waiting.ts';
import { withdrawReview } from '../core/reviews/withdrawing.ts';
import type { McpInbox } from './inbox.ts';

/** The newest of each that `own` returns. */
const MOST = 20;

type Called = {
  /** Null for the only channel of the key. */
  channelId: string | null;
  linkOf: McpInbox['linkOf'];
};

export function inboxOfCore(inbox: Inbox, agent: Agent, { channelId, linkOf }: Called): McpInbox {
  const askedBy = agent.keyId ?? LOCAL;
  const channel = () => channelOf(agent, { channelId });
  /** A list cuts long messages. */
  const whole = async ({ parts }: Page): Promise<Message[]> => {
    const listed: Message[] = [];
    for await (const part of parts) listed.push(...part);
    const read = async (one: Message) =>
      one.truncated ? getMessage(inbox, agent, one.id, undefined, 'mcp') : one;
    return Promise.all(listed.slice(0, MOST).map(read));
  };
  return {
    async send(sent) {
      const read = SendMessage.safeParse({ ...sent, channelId: channel() });
      if (!read.success) throw invalid(toIssues(read.error.issues));
      return (await sendMessage(inbox, agent, read.data)).message;
    },
    async setStatus(message) {
      await ping(inbox, agent, { agentId: channel(), status: 'active', message });
    },
    async wait(id, timeoutMs, signal) {
      const now = await getReview(inbox, agent, id, undefined, 'mcp');
      if (timeoutMs === 0 || now.review.status !== 'pending') return now;
      const waited = { channel: now.channelId, timeoutMs, signal, by: 'mcp' as const };
      const outcome = await waitForReview(inbox, agent, id, waited);
      return outcome.status === 'timeout'
        ? getReview(inbox, agent, id, undefined, 'mcp')
        : outcome.message;
    },
    async own(since) {
      const order = { order: 'ended', review: 'completed', from: since } as const;
      const ended = ListMessages.parse({ ...order, askedBy, limit: MOST });
      const pending = ListPending.parse({ askedBy, order: 'newest', limit: MOST });
      return {
        waiting: await whole(await listPending(inbox, agent, pending)),
        answered: await whole(await listMessages(inbox, agent, ended)),
      };
    },
    withdraw: (id, reason) => withdrawReview(inbox, agent, id, { reason }),
    linkOf,
  };
}
