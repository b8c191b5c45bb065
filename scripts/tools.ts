// The tools that tests need on a machine besides Bun: those installed, and those that apt-get can install.
import { existsSync } from 'node:fs';

/** Debian's packages; `tests` need it. */
type Tool = { find: () => string | null; packages: string[]; tests: string };
export type ToolName = keyof typeof tools;

const app = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const tools = {
  chromium: {
    find: () => firstOf(...browsers) ?? (existsSync(app) ? app : null),
    packages: ['chromium'],
    tests: 'the dashboard in a browser (these fail)',
  },
  cc: {
    find: findCompiler,
    packages: ['gcc', 'libc6-dev'],
    tests: 'power cuts and disks that fail',
  },
  curl: tool('curl', 'what people paste into a shell'),
  wget: tool('wget', 'install.sh on a machine without curl'),
  python3: tool('python3', 'the first question as Python'),
  jq: tool('jq', 'the pages on HTTP, agents, webhooks and plugins'),
  openssl: tool('openssl', 'a signature of a webhook, verified in a shell'),
  fish: tool('fish', 'completions in fish'),
  zsh: tool('zsh', 'completions in zsh'),
  strace: tool('strace', 'with which mode each file comes into being'),
  shellcheck: tool('shellcheck', 'completions for bash and install.sh, as shellcheck sees them'),
  ruby: tool('ruby', "Homebrew's formula, as Ruby reads it"),
  busybox: tool('busybox', 'install.sh with the tools of a small system'),
  nginx: tool('nginx', 'the configuration for nginx in docs/proxies.md'),
  caddy: tool('caddy', 'the configuration for Caddy in docs/proxies.md'),
  'dpkg-deb': tool('dpkg-deb', 'the Debian package', 'dpkg'),
  'ssh-keygen': tool('ssh-keygen', 'the signature of a release', 'openssh-client'),
  man: tool('man', 'the manual page, as man reads it', 'man-db'),
  'systemd-analyze': tool('systemd-analyze', 'units, as systemd reads them', 'systemd'),
} satisfies Record<string, Tool>;

function tool(name: string, tests: string, inPackage = name): Tool {
  return { find: () => Bun.which(name), packages: [inPackage], tests };
}

const firstOf = (...names: string[]) =>
  names.map((name) => Bun.which(name)).find((path) => path !== null) ?? null;

/** A compiler without the headers of the C library does not count. */
function findCompiler(): string | null {
  const path = firstOf('cc', 'gcc', 'clang');
  if (path === null) return null;
  const stdin = new TextEncoder().encode('#include <stdio.h>\n');
  return Bun.spawnSync([path, '-E', '-'], { stdin }).success ? path : null;
}

/** Returns the path of a tool; null if it is missing. */
export const findTool = (name: ToolName) => tools[name].find();

/** Chromium without windows: faster, but it shows no notifications. */
const SHELL = 'chromium-headless-shell';
export const findShell = (): string | null => Bun.which(SHELL);

/** Installs it if apt-get is allowed and has it. */
export async function bringShell(): Promise<void> {
  if (findShell() || findTool('chromium') === null || !mayInstall()) return;
  console.error(`Installing with apt-get, for faster tests: ${SHELL}`);
  await aptGet('install', '-y', '--no-install-recommends', '-o', 'Acquire::Retries=0', SHELL);
}

const mayInstall = (): boolean => process.getuid?.() === 0 && Bun.which('apt-get') !== null;

/** Returns a tool's description of its version. */
export function versionOf(name: ToolName): string {
  const path = findTool(name);
  return path === null ? 'none' : Bun.spawnSync([path, '--version']).stdout.toString().trim();
}

/** Installs missing tools if apt-get is allowed, in one run; then says which are still missing. */
export async function bringTools(names = Object.keys(tools) as ToolName[]): Promise<void> {
  const isMissing = (name: ToolName) => findTool(name) === null;
  const missing = names.filter(isMissing);
  if (missing.length === 0) return;
  if (mayInstall()) {
    console.error(`Installing with apt-get, for the tests: ${missing.join(', ')}`);
    await aptGet('update');
    const packages = missing.flatMap((name) => tools[name].packages);
    await aptGet('install', '-y', '--no-install-recommends', ...packages);
  }
  for (const name of missing.filter(isMissing)) {
    const { packages, tests } = tools[name];
    const wanted = packages.join(' and ');
    console.error(`${name} is missing (Debian has it in ${wanted}), so not tested: ${tests}`);
  }
}

async function aptGet(...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await Bun.spawn(['apt-get', '-qq', ...args], { env, stdout: 'ignore', stderr: 'inherit' }).exited;
}
