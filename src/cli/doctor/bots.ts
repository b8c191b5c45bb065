/** Shared by the checks of bots. */
import { BotStates } from '../../core/notify/pairing-schema.ts';
import type { Run } from '../../run-file.ts';

const PATIENCE_MS = 5000;

/** The server that runs on this machine. */
export type Running = Pick<Run, 'url' | 'token'> | null;

/** Why the bot of the server that runs does not work; null if it does, or none runs. */
export async function problemIn(run: Running, kind: keyof BotStates): Promise<string | null> {
  if (!run) return null;
  const authorization = { authorization: `Bearer ${run.token}` };
  const states = await jsonAt(`${run.url}/api/v1/contacts/bots`, { headers: authorization });
  return BotStates.safeParse(states).data?.[kind].problem ?? null;
}

/** The JSON of an answer of any status; null without one. Says nothing of the request: it has a token. */
export async function jsonAt(url: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return await (await fetch(url, { ...init, redirect: 'manual', signal })).json();
  } catch {
    return null;
  }
}
