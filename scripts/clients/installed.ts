/** The real coding agents, each in a pinned version, in a cache beside npm's own. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import type { ClientName } from '../../src/agents/clients.ts';

const pinned = {
  // Without a version npm would choose an older one on an older Node.
  '@anthropic-ai/claude-code': '2.1.332',
  'opencode-ai': '1.18.33',
  '@openai/codex': '0.171.0',
  '@github/copilot': '1.0.102',
  '@google/gemini-cli': '0.61.0',
};

const name = Object.values(pinned).join('-');
export const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'inbox-clients');
const installed = join(cache, `${name}-${process.platform}-${process.arch}`);
const modules = join(installed, 'node_modules');

export const versions: Record<ClientName, string> = {
  claude: pinned['@anthropic-ai/claude-code'],
  codex: pinned['@openai/codex'],
  copilot: pinned['@github/copilot'],
  gemini: pinned['@google/gemini-cli'],
  opencode: pinned['opencode-ai'],
};

/** The programs themselves, without the scripts that npm would link to. */
export const programs: Record<ClientName, string> = {
  claude: join(modules, `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`),
  // Its package is named by the target of its compiler.
  codex: join(
    modules,
    `@openai/codex-${process.platform}-${process.arch}/vendor`,
    codexTarget(),
    'bin/codex',
  ),
  copilot: join(modules, `@github/copilot-${process.platform}-${process.arch}/copilot`),
  gemini: join(modules, '.bin/gemini'),
  opencode: join(modules, `opencode-${process.platform}-${process.arch}/bin/opencode`),
};
/** The package of Codex has its program below the target that its compiler was given. */
function codexTarget(): string {
  const cpu = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  return process.platform === 'darwin' ? `${cpu}-apple-darwin` : `${cpu}-unknown-linux-musl`;
}

/** `bun run` names Bun `node`, too: Gemini must run in Node. */
export const searchPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !basename(folder).startsWith('bun-node-'))
  .join(delimiter);

/** OpenCode installs its plugins' types into its configuration before it loads any; without a network it would wait. */
export const openCodeConfig = join(installed, 'opencode-config');

export function installClients(): void {
  if (existsSync(join(openCodeConfig, 'node_modules'))) return;
  install(installed, pinned);
  install(openCodeConfig, { '@opencode-ai/plugin': versions.opencode });
}

export function install(folder: string, dependencies: Record<string, string>): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  console.log(
    `Installing ${Object.entries(dependencies)
      .map((each) => each.join('@'))
      .join(', ')} …`,
  );
  // A script of an installation would link the programs, which are started where they lie.
  const npm = ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { exitCode, stderr } = Bun.spawnSync(npm, { cwd: folder, stderr: 'pipe' });
  if (exitCode !== 0) throw new Error(`npm could not install the clients:\n${stderr}`);
}
