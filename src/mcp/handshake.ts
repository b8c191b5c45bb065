/**
 * Sessions of the clients that begin with a handshake. The id of a session says what the handshake said, so that the
 * inbox stores none, and a restart ends none.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { isBlank } from '../core/letters.ts';

/** The header of the id. */
export const SESSION = 'mcp-session-id';

const LONGEST_PART = 200;
const Part = z.string().transform((text) => text.slice(0, LONGEST_PART));
const Info = z.object({
  name: Part.refine((name) => !isBlank(name)),
  version: Part.optional().catch(undefined),
});
/** A client, by its own account. */
export type ClientInfo = z.infer<typeof Info>;

/** Undefined if it has no name. */
export const clientInfoIn = (value: unknown): ClientInfo | undefined => Info.safeParse(value).data;

/** Returns the id of the session that a handshake begins; null for any other call. */
export function sessionBegunBy({ method, params }: JsonObject): string | null {
  if (method !== 'initialize' || !isJsonObject(params)) return null;
  const said = JSON.stringify(clientInfoIn(params.clientInfo) ?? {});
  return `${Buffer.from(said).toString('base64url')}.${randomUUID()}`;
}

export function clientOfSession(session: string | null): ClientInfo | undefined {
  const [said = ''] = session?.split('.') ?? [];
  try {
    return clientInfoIn(JSON.parse(Buffer.from(said, 'base64url').toString()));
  } catch {
    // Another inbox gave it, or nobody.
    return undefined;
  }
}
