/** Checks of a remote server, as far as a client can see. */
import { type Finding, findings } from './finding.ts';
import { type healthAt, troubleIn } from './network.ts';

type Health = Awaited<ReturnType<typeof healthAt>>;

export function checkServer(url: string, health: Health): Finding {
  const { ok, warn, fail } = findings('server');
  if (!health) return fail(`No inbox answers at ${url}`, 'Check the address and the network.');
  const says = `${url} answers, version ${health.version}`;
  const found = troubleIn(health);
  if (found) return warn(`${says}, but ${found}`, 'Run `inbox doctor` on its machine.');
  if (health.status === 'ok') return ok(says);
  return warn(
    `${says}, but its status is “${health.status}”`,
    'Run `inbox doctor` on its machine.',
  );
}

const TOLERATED_MS = 60_000;

/** If the clocks differ, times are wrong and timeouts too early or late. */
export function checkClockThere(date: string | null, now: number): Finding {
  const { ok, warn } = findings('clock');
  const apartMs = date === null ? 0 : Math.abs(Date.parse(date) - now);
  if (apartMs <= TOLERATED_MS) return ok("Matches the server's clock");
  const seconds = Math.round(apartMs / 1000);
  return warn(
    `This clock and the server's differ by ${seconds} s`,
    'Set both clocks: `timedatectl status`.',
  );
}

/** By how the server refused the key of push, if it did. Push is off in a new inbox, which needs no warning. */
export function checkPushThere(refusal: { code: string; message: string } | null): Finding {
  const { ok, warn } = findings('push');
  if (refusal === null) return ok('Can be turned on');
  const { code, message } = refusal;
  return code === 'conflict' ? ok(message) : warn(message, "Check the server's log.");
}
