import type { Human } from '../access/callers.ts';

/** A connection of the dashboard or the terminal view, and when it last reported. */
export type Connection = { caller: Human; saidAt: number; activeAtMs: number };

/** By the id of the connection. */
export type Presences = Map<string, Connection>;
