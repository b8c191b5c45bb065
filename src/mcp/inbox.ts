/** The inbox as the tools need it: the core implements it for calls over HTTP, and a client of the API for stdio. */
import type { JsonObject } from '../core/json.ts';
import type { Message } from '../core/messages/schema.ts';

export type Sent = {
  text?: string;
  metadata: JsonObject;
  review?: { type: string; payload: JsonObject; expiresInSeconds: number };
};

export type McpInbox = {
  /** Sends to the channel of the key. A key of several channels has to name one: the error lists them. */
  send: (sent: Sent) => Promise<Message>;
  /** Sets the status message of that channel. */
  setStatus: (status: string) => Promise<void>;
  /** Waits until a question has ended, for `ms` at most; returns it as it is then. */
  wait: (id: string, ms: number, signal: AbortSignal) => Promise<Message>;
  /** The newest questions of this key: those that are pending, and those that were answered since. */
  own: (since: string) => Promise<{ waiting: Message[]; answered: Message[] }>;
  withdraw: (id: string, reason: string | undefined) => Promise<Message>;
  /** The page at which people read a message; null if it is not known. */
  linkOf: (id: string) => string | null;
};
