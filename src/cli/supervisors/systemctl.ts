/** Talks to systemd through its own commands. */
import { InboxError } from '../../core/errors.ts';

export const UNIT = 'inbox.service';

/** Runs systemctl for the system or this user; throws its message on failure. */
export async function systemctl(user: boolean, ...args: string[]): Promise<string> {
  const { code, out, said } = await start(user, args);
  if (code === 0) return out;
  const why = said.trim() || `it exited with ${code}`;
  throw new InboxError('unavailable', `systemctl ${args.join(' ')} failed: ${why}`);
}

export async function runsSystemd(user: boolean): Promise<boolean> {
  const state = Bun.which('systemctl') && (await start(user, ['is-system-running'])).out.trim();
  // is-system-running exits non-zero in states (such as `degraded`) in which systemd still works.
  return Boolean(state) && state !== 'offline' && state !== 'unknown';
}

/** Throws if systemd is not running, as in a container or on another system. */
export async function mustRunSystemd(user: boolean): Promise<void> {
  if (await runsSystemd(user)) return;
  const [whose, flag] = user ? [' for this user', ' --user'] : ['', ''];
  const print = `inbox service install${flag} --print`;
  throw new InboxError(
    'unavailable',
    `systemd is not running here${whose}. To see the unit, run \`${print}\``,
  );
}

/** Returns the properties of the unit, by their systemd names. */
export async function unitState(user: boolean): Promise<Record<string, string>> {
  const names = ['LoadState', 'ActiveState', 'SubState', 'Result', 'MainPID', 'UnitFileState'];
  const asked = [...names, 'ActiveEnterTimestamp'].join(',');
  const out = await systemctl(user, 'show', UNIT, `--property=${asked}`);
  return Object.fromEntries(
    out
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

async function start(user: boolean, args: string[]) {
  const command = ['systemctl', ...(user ? ['--user'] : []), ...args];
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const texts = [new Response(child.stdout).text(), new Response(child.stderr).text()] as const;
  const [out, said] = await Promise.all(texts);
  return { code: await child.exited, out, said };
}
