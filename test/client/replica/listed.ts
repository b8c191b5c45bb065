/** The lists that are compared, as the inbox reads them and as a client knows them. */
import { channelQuery } from '../../../src/client/client.ts';
import type { PendingQuery } from '../../../src/client/replica/lists.ts';
import {
  conversationOf,
  type MessageFilter,
  messagesOf,
  pendingOf,
} from '../../../src/client/replica/lists.ts';
import { ListMessages, type Message } from '../../../src/core/messages/schema.ts';
import type { TestInbox } from '../../support/inbox/inbox.ts';
import { listMessages, listPending } from '../../support/inbox/pages.ts';
import type { Model } from './model.ts';

const SOON = '2030-01-02T13:30:00.000Z';
/** Between the first answers. */
const HALFWAY = '2030-01-02T12:00:02.000Z';
const answered = { review: 'completed', order: 'ended' } as const;

const pendingIn = (channel: string): PendingQuery[] => [
  {},
  { order: 'newest' as const, channel },
  { order: 'oldest' as const },
  { type: 'freeform' },
  { expiresBefore: SOON },
];
const messagesIn = (id: string): MessageFilter[] => [
  { channel: [id] },
  ...(['pending', 'any', 'expired', 'withdrawn'] as const).map((review) => ({ review })),
  { has_attachments: 'true' as const },
  { has_attachments: 'false' as const },
  answered,
  { review: 'expired' as const, order: 'ended' as const },
  { review: 'withdrawn' as const, order: 'ended' as const },
  ...[{ type: ['freeform'] }, { verdict: ['rejected' as const] }, { respondedBy: ['nobody'] }].map(
    (one) => ({ ...answered, ...one }),
  ),
  ...[{ from: HALFWAY }, { to: HALFWAY }].map((one) => ({ ...answered, ...one })),
];

/** The conversation of the channel is the last. */
export async function realLists(inbox: TestInbox, channel: string): Promise<Message[][]> {
  const { owner } = inbox;
  const pending = async ({ channel, ...query }: PendingQuery) =>
    (await listPending(inbox, owner, { limit: 100, ...query, ...channelQuery(channel) })).data;
  const messages = async (filter: MessageFilter) =>
    (await listMessages(inbox, owner, ListMessages.parse({ limit: 100, ...filter }))).data;
  return [
    ...(await Promise.all(pendingIn(channel).map(pending))),
    ...(await Promise.all(messagesIn(channel).map(messages))),
    (await messages({ channel: [channel] })).toReversed(),
  ];
}

export const modelledLists = (model: Model, channel: string): Message[][] =>
  [
    ...pendingIn(channel).map(pendingOf),
    ...messagesIn(channel).map(messagesOf),
    conversationOf(channel),
  ].map((list) => model.page(list, { limit: 1000 }).messages);
