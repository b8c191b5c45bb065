/** The requests of the checks of ways to notify people. */
import { BotStates } from '../../core/notify/pairing-schema.ts';
import type { Run } from '../../run-file.ts';
import { connectionReason } from '../reasons.ts';

const PATIENCE_MS = 5000;

type Answer = { status: number; body: string } | ReturnType<typeof connectionReason>;

/** Follows no redirect, because notices are sent without following any. */
export async function answerOf(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}${path}`, {
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    const { why } = connectionReason((error as Error).message);
    return { why, mend: 'Check the address and the firewall, and that the server is running.' };
  }
}

/** Removes a password from a URL. */
export function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.replace(/\/$/, '');
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

/** Why the bot of the server that runs on this machine does not work; null if it does, or none runs. */
export async function problemIn(run: Run | null, kind: keyof BotStates): Promise<string | null> {
  if (!run) return null;
  const authorization = { authorization: `Bearer ${run.token}` };
  const states = await jsonAt(`${run.url}/api/v1/contacts/bots`, { headers: authorization });
  return BotStates.safeParse(states).data?.[kind].problem ?? null;
}
