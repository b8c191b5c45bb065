/** The part that the builds of dist/dashboard and dist/docs share: files named by hash, and a module that lists them. */
import { existsSync, statSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');

/** Writes a file under its name with its hash, and returns that name. */
export async function put(folder: string, name: string, content: string | Uint8Array) {
  const named = name.replace(/(\.\w+)$/, `-${Bun.hash(content).toString(36)}$1`);
  await Bun.write(join(folder, named), content);
  return named;
}

/**
 * Fills a new folder next to `built` and then replaces it, so that a starting server never sees
 * half of it.
 */
export async function replaceFolder(built: string, fill: (folder: string) => Promise<string[]>) {
  const folder = `${built}-${crypto.randomUUID()}`;
  await mkdir(folder, { recursive: true });
  try {
    await Bun.write(join(folder, 'files.js'), list(await fill(folder)));
    await rm(built, { recursive: true, force: true });
    await rename(folder, built);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    // Another process has built it at the same time.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EEXIST', 'ENOTEMPTY'].includes(code)) throw error;
  }
}

/** Returns whether it is missing or older than its sources. */
export function isStale(built: string, sources: string[]): boolean {
  const made = join(built, 'files.js');
  return !existsSync(made) || statSync(made).mtimeMs < newestChange(sources);
}

/** A module that names each file, so that `bun build --compile` puts them into the executable. */
function list(names: string[]): string {
  const imports = names.map(
    (name, index) => `import f${index} from './${name}' with { type: 'file' };`,
  );
  const entries = names.map((name, index) => `  ${JSON.stringify(name)}: f${index},`);
  return `${imports.join('\n')}\n\nexport const files = {\n${entries.join('\n')}\n};\n`;
}

function newestChange(sources: string[]): number {
  const paths = sources.flatMap((name) => {
    const path = join(root, name);
    if (!statSync(path).isDirectory()) return [path];
    const inside = [...new Bun.Glob('**/*').scanSync({ cwd: path, onlyFiles: false })];
    return [path, ...inside.map((one) => join(path, one))];
  });
  return Math.max(...paths.map((path) => statSync(path).mtimeMs));
}
