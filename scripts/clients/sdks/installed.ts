/** The SDKs of the Model Context Protocol, each in a pinned version, beside the coding agents. */
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, install } from '../installed.ts';

const pinned = { '@modelcontextprotocol/sdk': '1.32.2', '@modelcontextprotocol/client': '2.4.0' };
const wheels = ['1.30.0', '2.3.0'];

const packages = join(cache, `mcp-${Object.values(pinned).join('-')}`);
const venv = (version: string) => join(cache, `mcp-python-${version}`);

export type Sdk = {
  name: string;
  /** The program that uses it, and what that reads about it. */
  driver: string[];
  driven: { sdk?: string; mode?: 'legacy' | 'auto' };
  /** Whether a call that its program gives up is known to the server: the first SDK for Python never says so. */
  cancels: boolean;
};

const ofNode = (sdk: keyof typeof pinned, mode?: 'legacy' | 'auto'): Sdk => ({
  name: `${sdk} ${pinned[sdk]}${mode ? ` (${mode})` : ''}`,
  driver: ['node', join(packages, 'driver.mjs')],
  driven: { sdk, ...(mode ? { mode } : {}) },
  cancels: true,
});
const ofPython = (version: string): Sdk => ({
  name: `mcp ${version} for Python`,
  driver: [join(venv(version), 'bin/python'), join(import.meta.dir, 'driver.py')],
  driven: { mode: 'auto' },
  cancels: !version.startsWith('1.'),
});

export const sdks: Sdk[] = [
  ofNode('@modelcontextprotocol/sdk'),
  ofNode('@modelcontextprotocol/client', 'legacy'),
  ofNode('@modelcontextprotocol/client', 'auto'),
  ...wheels.map(ofPython),
];

export function installSdks(): void {
  if (!existsSync(join(packages, 'node_modules'))) install(packages, pinned);
  // Node looks for packages from where a program lies.
  copyFileSync(join(import.meta.dir, 'driver.mjs'), join(packages, 'driver.mjs'));
  for (const version of wheels) installWheel(version);
}

function installWheel(version: string): void {
  const folder = venv(version);
  const done = join(folder, 'installed');
  if (existsSync(done)) return;
  console.log(`Installing mcp==${version} for Python …`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  mustRun(['python3', '-m', 'venv', folder]);
  const pip = [join(folder, 'bin/python'), '-m', 'pip', 'install', '-q'];
  mustRun([...pip, '--disable-pip-version-check', `mcp==${version}`]);
  writeFileSync(done, '');
}

function mustRun(command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { stderr: 'pipe' });
  if (exitCode === 0) return;
  throw new Error(`\`${command.join(' ')}\` failed; it needs python3 and PyPI:\n${stderr}`);
}
