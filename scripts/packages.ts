// Builds the packages for programs that ask, as archives in dist/packages: `bun run packages`.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import own from '../package.json' with { type: 'json' };
import names from '../packages/names.json' with { type: 'json' };
import manifest from '../packages/typescript/package.json' with { type: 'json' };

const root = join(import.meta.dir, '..');
const from = (...path: string[]) => join(root, 'packages', ...path);

if (import.meta.main) {
  const into = join(root, 'dist/packages');
  mkdirSync(into, { recursive: true });
  console.log(await packTypescript(into));
  console.log(await packPython(into));
}

/** Returns the archive, as npm makes it. */
export async function packTypescript(into: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'inbox-package-'));
  try {
    await buildTypescript(folder);
    const packed = await run(['npm', 'pack', '--silent', '--pack-destination', into], folder);
    return join(into, packed.trim());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes what the archive has into a folder. */
export async function buildTypescript(folder: string): Promise<void> {
  const tsc = join(root, 'node_modules/.bin/tsc');
  await run([tsc, '-p', from('typescript'), '--outDir', join(folder, 'dist')], root);
  for (const part of ['README.md', 'examples']) {
    cpSync(from('typescript', part), join(folder, part), { recursive: true });
  }
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const { package: name } = names.npm;
  const published = { name, version: own.version, ...manifest };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

/** Returns the wheel. */
export async function packPython(into: string): Promise<string> {
  const built = await run(['python3', from('python', 'build.py'), into, own.version], root);
  return built.trim();
}

/** Returns the output of a command; throws with all it printed if it fails. */
export async function run(command: string[], cwd: string): Promise<string> {
  const child = Bun.spawn(command, { cwd, stdout: 'pipe', stderr: 'pipe' });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code === 0) return out;
  throw new Error(`\`${command.join(' ')}\` ended with ${code}:\n${out}${err}`);
}
