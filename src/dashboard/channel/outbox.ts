/**
 * A person's messages: shown immediately, kept until the server has stored them, retried by one
 * press.
 */

import { type Client, ok } from '../../client/client.ts';
import { serverNow } from '../../client/clock.ts';
import { InboxError, type Issue } from '../../core/errors.ts';
import type { Attachment } from '../../core/files/schema.ts';
import type { Message } from '../../core/messages/schema.ts';
import { keep, keptKey, readKept } from '../data/kept.ts';
import { createStore } from '../live/store.ts';

export type Outgoing = {
  /** Sent with the message: the server recognises a repeated one. */
  clientId: string;
  text: string;
  attachments: Attachment[];
  createdAt: string;
  /** Why it was not sent; null while it is being sent. */
  failure: string | null;
};
export type Outbox = ReturnType<typeof createOutbox>;

type Options = { userId: string; channelId: string; onSent: (sent: Message) => void };

export function createOutbox(client: Client, { userId, channelId, onSent }: Options) {
  const key = keptKey(userId, 'messages', channelId);
  const kept = readKept<Outgoing[]>(key) ?? [];
  const left = 'The page was closed before the message was sent';
  const store = createStore<readonly Outgoing[]>(
    kept.map((one) => ({ ...one, failure: one.failure ?? left })),
  );
  const set = (next: readonly Outgoing[]) => {
    store.set(next);
    keep(key, next.length > 0 ? next : null);
  };
  const allBut = (clientId: string | null) =>
    store.get().filter((one) => one.clientId !== clientId);

  async function post(outgoing: Outgoing): Promise<void> {
    const { clientId, text, attachments } = outgoing;
    const sending = { ...outgoing, failure: null };
    const others = allBut(clientId);
    set(others.length < store.get().length ? replace(sending) : [...others, sending]);
    const body = {
      channelId,
      clientId,
      ...(text ? { text } : {}),
      ...(attachments.length > 0 ? { attachmentIds: attachments.map(({ id }) => id) } : {}),
    };
    try {
      const sent = await ok(client.messages.post(body));
      onSent(sent);
      set(allBut(clientId));
    } catch (error) {
      set(replace({ ...sending, failure: sentenceOf(error as Error) }));
    }
  }

  const replace = (next: Outgoing) =>
    store.get().map((one) => (one.clientId === next.clientId ? next : one));

  return {
    store,
    send: (text: string, attachments: Attachment[]) =>
      post({
        clientId: newClientId(),
        text,
        attachments,
        failure: null,
        createdAt: new Date(serverNow()).toISOString(),
      }),
    retry: (clientId: string) => {
      const outgoing = store.get().find((one) => one.clientId === clientId);
      if (outgoing) void post(outgoing);
    },
    /** The server has it, even if the response was lost. */
    arrived: (clientId: string | null) => {
      if (store.get().some((one) => one.clientId === clientId)) set(allBut(clientId));
    },
    discard: (clientId: string) => set(allBut(clientId)),
  };
}

/** Returns what is wrong, and not only that something is. */
function sentenceOf(error: Error): string {
  const issues = error instanceof InboxError ? error.details.issues : undefined;
  return (issues as Issue[] | undefined)?.[0]?.message ?? error.message;
}

/** `crypto.randomUUID` is missing if the inbox is opened over plain http. */
const newClientId = () => `dashboard-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

/** The place of an unsent message in the conversation: after everything that has an id. */
export const asMessage = (outgoing: Outgoing, channelId: string, senderId: string): Message => ({
  id: `~${outgoing.clientId}`,
  clientId: outgoing.clientId,
  channelId,
  senderId,
  senderType: 'user',
  senderName: null,
  text: outgoing.text || null,
  attachments: outgoing.attachments,
  createdAt: outgoing.createdAt,
  updatedAt: outgoing.createdAt,
  deliveryStatus: 'sent',
  status: null,
  review: null,
  metadata: null,
  webhookUrl: null,
  streamId: null,
  streamState: null,
  seq: 0,
  truncated: false,
});
