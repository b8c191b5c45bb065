/** A service of macOS: a LaunchAgent of one user, which launchd starts when that user logs in. */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isBySudo } from '../../config.ts';
import { InboxError } from '../../core/errors.ts';
import { UsageError } from '../errors.ts';
import type { ServiceOptions, Supervisor } from './supervisor.ts';

const LABEL = 'local.agent-inbox';

export const launchd: Supervisor = {
  starts: 'whenever you log in',
  runsHere: async () => (await launchctl('print', domain())).code === 0,
  async mustRun() {
    if (isBySudo()) {
      throw new UsageError('On macOS the service is your own: run this without sudo');
    }
    if (await launchd.runsHere()) return;
    throw new InboxError(
      'unavailable',
      'launchd runs nothing for this user, who is not logged in at the screen of this Mac. Log in there first. To see the file, run `inbox service install --print`',
    );
  },
  isOwn: () => true,
  file: agentFile,
  // Its arguments are nobody else's to read.
  mode: 0o600,
  write({ command, flags }, { runAs }) {
    if (runAs)
      throw new UsageError('--run-as: on macOS the service runs as the user who installs it');
    return {
      text: agentText({ command: [...command, 'serve', ...flags], log: logFile() }),
      faults: [],
    };
  },
  async start(file) {
    const log = logFile();
    mkdirSync(dirname(log), { recursive: true });
    closeSync(openSync(log, 'a', 0o600));
    await unload();
    // A service that was disabled, such as by `launchctl disable`, cannot be loaded.
    await mustLaunch('enable', service());
    await mustLaunch('bootstrap', domain(), file);
    return 'It starts whenever you log in. After this Mac has restarted, nobody is notified until then.';
  },
  async stop(remove) {
    await unload();
    remove();
  },
  async state(options) {
    const { code, out } = await launchctl('print', service());
    const isLoaded = code === 0;
    const said = (name: string) => out.match(new RegExp(`^\\t${name} = (.*)$`, 'm'))?.[1] ?? null;
    const state = isLoaded ? said('state') : null;
    const pid = Number(said('pid')) || null;
    const result = isLoaded ? said('last exit code') : null;
    const active = state === 'running';
    return {
      installed: isLoaded || existsSync(agentFile(options)),
      enabled: !(await isDisabled()),
      active,
      state,
      result,
      pid,
      since: null,
      words: active ? `running, process ${pid}` : `${state ?? 'not loaded'}${ending(result)}`,
    };
  },
  logs: async ({ follow, lines }) => {
    const log = logFile();
    if (!existsSync(log)) throw new InboxError('not_found', `No logs yet in ${log}`);
    // By its name, so that a file that was moved away is followed by its successor.
    return ['tail', '-n', `${lines}`, ...(follow ? ['-F'] : []), log];
  },
};

const ending = (result: string | null) =>
  result === null || result === '(never exited)' ? '' : `: last exit code ${result}`;

const logFile = () => join(homedir(), 'Library', 'Logs', 'agent-inbox.log');

function agentFile({ unitDir }: ServiceOptions): string {
  const folder = unitDir ? resolve(unitDir) : join(homedir(), 'Library', 'LaunchAgents');
  return join(folder, `${LABEL}.plist`);
}

type Agent = { command: string[]; log: string };

/** The property list by which launchd runs a command. */
export const agentText = ({
  command,
  log,
}: Agent): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    <string>${escaped(word)}</string>\n`).join('')}  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ProcessType</key>
  <string>Interactive</string>
  <key>Umask</key>
  <integer>${0o077}</integer>
  <key>StandardOutPath</key>
  <string>${escaped(log)}</string>
  <key>StandardErrorPath</key>
  <string>${escaped(log)}</string>
</dict>
</plist>
`;

/** The characters that XML cannot contain, not even escaped; and line ends, which it would change. */
const IMPOSSIBLE = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u;

function escaped(word: string): string {
  if (IMPOSSIBLE.test(word))
    throw new UsageError('A property list cannot contain control characters');
  return word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

// How launchd is spoken to.

/** The services of a user who is logged in at the screen. */
const domain = () => `gui/${process.getuid?.() ?? 0}`;
const service = () => `${domain()}/${LABEL}`;

const isLoaded = async () => (await launchctl('print', service())).code === 0;

/** A line such as `"local.agent-inbox" => disabled`; older versions of macOS say `true`. */
async function isDisabled(): Promise<boolean> {
  const { out } = await launchctl('print-disabled', domain());
  const [, said] = out.match(new RegExp(`"${LABEL}" => (\\w+)`)) ?? [];
  return said === 'disabled' || said === 'true';
}

/** It has begun to end the service. */
const IN_PROGRESS = 36;
const POLL_MS = 100;
/** launchd kills what has not ended 20 seconds after it was asked to. */
const PATIENCE_MS = 25_000;

/** Resolves once the service has ended: until then its file cannot be loaded again. */
async function unload(): Promise<void> {
  if (!(await isLoaded())) return;
  const { code, said } = await launchctl('bootout', service());
  const hasBegun = code === 0 || code === IN_PROGRESS;
  const lastMs = performance.now() + PATIENCE_MS;
  while (await isLoaded()) {
    if (!hasBegun || performance.now() > lastMs) throw refusal(['bootout', service()], said);
    await Bun.sleep(POLL_MS);
  }
}

async function mustLaunch(...args: string[]): Promise<void> {
  const { code, said } = await launchctl(...args);
  if (code !== 0) throw refusal(args, said || `it exited with ${code}`);
}

const refusal = (args: string[], said: string) =>
  new InboxError('unavailable', `launchctl ${args.join(' ')} failed: ${said.trim()}`);

async function launchctl(...args: string[]) {
  const command = ['launchctl', ...args];
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const texts = [new Response(child.stdout).text(), new Response(child.stderr).text()] as const;
  const [out, said] = await Promise.all(texts);
  return { code: await child.exited, out, said };
}
