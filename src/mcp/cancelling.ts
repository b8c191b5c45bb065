/**
 * Calls that clients with a session give up: they say so in another request, and leave the call's own open, which would
 * be held on.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Agent } from '../core/access/callers.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { SESSION } from './handshake.ts';

type Call = { agent: Agent; body: JsonObject };
type Begin = (signal: AbortSignal) => Promise<CallToolResult>;

export function createCancelling() {
  const held = new Map<string, AbortController>();

  return {
    /** Reads a request, which may give a call up or be one. */
    read({ headers, signal }: Request, { agent, body }: Call) {
      const session = headers.get(SESSION);
      if (session === null) return { during: (begin: Begin) => begin(signal), isGivenUp: never };
      const nameOf = (id: unknown) => JSON.stringify([agent.keyId, session, id]);
      const { id, method, params } = body;
      if (method === 'notifications/cancelled' && isJsonObject(params)) {
        held.get(nameOf(params.requestId))?.abort();
      }
      const name = nameOf(id);
      const giving = new AbortController();
      return {
        /** Does its work until it is given up, or its client leaves. Not async: that would keep the server of `begin`. */
        during(begin: Begin): Promise<CallToolResult> {
          held.set(name, giving);
          return begin(AbortSignal.any([signal, giving.signal])).finally(() => {
            if (held.get(name) === giving) held.delete(name);
          });
        },
        isGivenUp: () => giving.signal.aborted,
      };
    },
  };
}

const never = () => false;
