/** How an event is declared. */
import type { z } from 'zod';
import type { Agent } from '../channels/schema.ts';
import type { JsonObject } from '../json.ts';
import type { Message } from '../messages/schema.ts';
import type { WebhookEvent } from '../webhooks/payloads.ts';

type Of<P, T> = (payload: P) => T;

/** Callers who see the channel, one user alone, or the owners and the key or user concerned. */
export type Audience =
  | { channelId: string }
  | { userId: string }
  | { whose: { keyId: string } | { userId: string } };

/** Who receives it, and in which shape. */
export type Live<P> = {
  audience: Of<P, Audience>;
  /** Members of the audience without a shape are left out. */
  live: { agents?: Of<P, object>; people?: Of<P, object> };
  /** Clients know it by this name. */
  as?: string;
  /** Fields that sockets with numbers receive in addition. */
  adds?: Of<P, object>;
  /** Sockets without numbers receive several events of another name instead. */
  unnumbered?: { as: string; each: Of<P, object[]> };
  /** A socket that is catching up receives it afterwards. */
  isKept?: true;
};

/** The part that the log stores of it, and how it is read again. */
export type Kept<P> = {
  /** The channel it concerns; null for none. */
  channel: Of<P, string | null>;
  /** The id of its message, channel, key or user; null for several. */
  subject: Of<P, string | null>;
  /** The part that the subject's later state does not show. */
  keeps?: Of<P, object>;
  caughtUp: CaughtUp;
};

/** The shape for clients that catch up: from the log, or from its subject's current state. */
export type CaughtUp =
  | { from: 'log' }
  | { from: 'message'; shape: Of<Message, object> }
  | { from: 'channel'; shape: Of<Agent, JsonObject>; gone: (id: string) => JsonObject };

/** The webhook event. */
export type Posted = {
  body: z.ZodType;
  summary: string;
  /** Null for a message without a webhook. */
  of: (message: Message) => WebhookEvent | null;
};

/** Numbered and written with the change that emits it, and announced after its commit. */
export const logged = <S extends z.ZodType>(
  schema: S,
  row: Live<z.infer<S>> & Kept<z.infer<S>>,
) => ({ class: 'logged' as const, schema, ...row });

/** Logged, and sent to webhooks. */
export const posted = <S extends z.ZodType>(
  schema: S,
  row: Live<z.infer<S>> & Kept<z.infer<S>>,
  webhook: Posted,
) => ({ ...logged(schema, row), webhook });

/** Neither logged nor sent to clients. */
export const internal = <S extends z.ZodType>(schema: S) => ({
  class: 'internal' as const,
  schema,
});

/** Not logged: clients cannot catch up on it. */
export const ephemeral = <S extends z.ZodType>(schema: S, row: Live<z.infer<S>>) => ({
  class: 'ephemeral' as const,
  schema,
  ...row,
});

/** Not logged, but kept for sockets that are catching up. */
export const kept = <S extends z.ZodType<{ channelId: string }>>(
  schema: S,
  row: Live<z.infer<S>>,
) => ({ ...ephemeral(schema, row), isKept: true as const });
