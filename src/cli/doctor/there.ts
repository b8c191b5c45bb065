/** Checks of a remote server, as far as a client can see. */
import { type Client, ok } from '../../client/client.ts';
import { InboxError } from '../../core/errors.ts';
import { type Finding, findings } from './finding.ts';
import type { healthAt } from './network.ts';

type Health = Awaited<ReturnType<typeof healthAt>>;

export function checkServer(url: string, health: Health): Finding {
  const { ok: fine, warn, fail } = findings('server');
  if (!health) return fail(`No inbox answers at ${url}`, 'Check the address and the network.');
  const says = `${url} answers, version ${health.version}`;
  if (health.status === 'ok') return fine(says);
  return warn(
    `${says}, but its status is “${health.status}”`,
    'Run `inbox doctor` on its machine.',
  );
}

const TOLERATED_MS = 60_000;

/** If the clocks differ, times are wrong and timeouts too early or late. */
export function checkClockThere(date: string | null, now: number): Finding {
  const { ok: fine, warn } = findings('clock');
  const apartMs = date === null ? 0 : Math.abs(Date.parse(date) - now);
  if (apartMs <= TOLERATED_MS) return fine("Matches the server's clock");
  const seconds = Math.round(apartMs / 1000);
  return warn(
    `This clock and the server's differ by ${seconds} s`,
    'Set both clocks: `timedatectl status`.',
  );
}

/** Push is off in a new inbox, which needs no warning. */
export async function checkPushThere(client: Client): Promise<Finding> {
  const { ok: fine, warn } = findings('push');
  try {
    await ok(client.push.key.get());
    return fine('Can be turned on');
  } catch (error) {
    if (!(error instanceof InboxError)) throw error;
    const { code, message } = error;
    return code === 'conflict' ? fine(message) : warn(message, "Check the server's log.");
  }
}
