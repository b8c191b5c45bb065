/** A client that lets a tool decide whether its other tools may run. */
import type { JsonObject } from '../core/json.ts';
import type { HookCall } from './hook.ts';

/** A call of that tool: the tool that is to run, its input, and the client's id of the call. */
export type Prompted = { tool: string; input: JsonObject; callId: string | undefined };

export type Prompt = {
  /** Translates a call. The answers of its question are what the tool returns. */
  ask: (prompted: Prompted) => HookCall;
  /** Returned if nobody decides. */
  denied: (message: string) => JsonObject;
};
