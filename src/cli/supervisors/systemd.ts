/** A service of systemd: of the machine, or of one user. */
import { join, resolve } from 'node:path';
import { userUnitDirectory } from '../../config.ts';
import { UsageError } from '../errors.ts';
import type { InstallOptions, ServiceOptions, Supervisor } from './supervisor.ts';
import { mustRunSystemd, runsSystemd, systemctl, UNIT, unitState } from './systemctl.ts';
import { isHidden, unitText } from './unit.ts';

export const systemd: Supervisor = {
  starts: 'at boot',
  runsHere: () => runsSystemd(false),
  mustRun: ({ user = false }) => mustRunSystemd(user),
  isOwn: ({ user = false }) => user,
  file: unitFile,
  mode: 0o644,
  write({ command, flags, data, backups, port }, options) {
    const { user = false, runAs } = options;
    if (runAs && !/^[\w.-]+$/.test(runAs)) throw new UsageError(`Invalid user name “${runAs}”`);
    if (user && runAs) throw new UsageError('--user and --run-as cannot be used together');
    const needsLowPort = port > 0 && port < 1024;
    return {
      text: unitText({ command, flags, user, runAs: runAs ?? null, data, needsLowPort, backups }),
      faults: user ? [] : faultsOf(command, data, options),
    };
  },
  async start(_, { user = false }) {
    await systemctl(user, 'daemon-reload');
    await systemctl(user, 'enable', UNIT);
    // Also restarts one that is running with an older unit or executable.
    await systemctl(user, 'restart', UNIT);
    return user ? 'To keep it running while you are logged out: `loginctl enable-linger`.' : null;
  },
  async stop(remove, { user = false }) {
    await systemctl(user, 'disable', '--now', UNIT);
    remove();
    await systemctl(user, 'daemon-reload');
  },
  async state({ user = false }) {
    const state = await unitState(user);
    const { LoadState, ActiveState, SubState, Result, MainPID, UnitFileState } = state;
    const active = ActiveState === 'active';
    return {
      installed: LoadState === 'loaded',
      enabled: UnitFileState === 'enabled',
      active,
      state: SubState ?? null,
      result: Result ?? null,
      pid: Number(MainPID) || null,
      since: state.ActiveEnterTimestamp || null,
      words: `${ActiveState} (${SubState})${active ? `, process ${MainPID}` : `: ${Result}`}`,
    };
  },
  async logs({ user = false, follow, lines, json }) {
    await mustRunSystemd(user);
    const unit = user ? ['--user', '--user-unit', UNIT] : ['--unit', UNIT];
    const form = ['--no-pager', '--output', json ? 'json' : 'cat', '--lines', `${lines}`];
    return ['journalctl', ...unit, ...form, ...(follow ? ['--follow'] : [])];
  },
};

function unitFile({ user, unitDir }: ServiceOptions): string {
  if (unitDir) return join(resolve(unitDir), UNIT);
  if (user) return join(userUnitDirectory(), UNIT);
  if (process.getuid?.() === 0) return join('/etc/systemd/system', UNIT);
  throw new UsageError(
    'A system service requires root. Use sudo, or --user for a service of your own',
  );
}

/**
 * Returns what would keep the unit from working: a system service cannot see home directories, and
 * its own user owns no directory of another user.
 */
function faultsOf(command: string[], data: string | null, options: InstallOptions): string[] {
  const hides = 'systemd hides /home, /root and /tmp from it.';
  const hidden = command.find(isHidden);
  if (hidden) {
    return [
      `A system service cannot access ${hidden}: ${hides}`,
      `Copy the executable and install that: \`${copying(command)} && ${installing(options)}\`.`,
      'Or install a service for this user only, with --user.',
    ];
  }
  if (data && isHidden(data)) {
    const mend = 'Choose another directory with --data, or install it with --user.';
    return [`A system service cannot access ${data}: ${hides}`, mend];
  }
  if (!data || options.runAs) return [];
  return ['With --data, --run-as is required: the user that owns the directory.'];
}

const SHARED = '/usr/local/bin/inbox';

/**
 * Returns the command that copies the executable to where every service can see it; a checkout
 * builds it first.
 */
function copying([file = '', ...script]: string[]): string {
  const built = script.length > 0 ? 'npm run build && ' : '';
  return `${built}sudo install ${word(built ? 'dist/inbox' : file)} ${SHARED}`;
}

/** Returns the same command, run by the copy. */
function installing({ data, runAs, host, port, publicUrl, unitDir }: InstallOptions): string {
  const flags = Object.entries({
    '--data': data,
    '--run-as': runAs,
    '--host': host,
    '--port': port,
    '--public-url': publicUrl,
    '--unit-dir': unitDir,
  });
  const given = flags.flatMap(([flag, value]) => (value === undefined ? [] : [flag, word(value)]));
  return ['sudo', SHARED, 'service install', ...given].join(' ');
}

/** Quotes one word for a shell. */
const word = (text: string) =>
  /^[\w/.@%+=:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
