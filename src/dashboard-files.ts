/** The dashboard's files: from the executable, or in a checkout from the last build. */
import { isExecutable } from './executable.ts';
import type { StaticFiles } from './http/static.ts';

export async function readDashboard(): Promise<StaticFiles> {
  if (!isExecutable) {
    const { buildWhenStale } = await import('./build/dashboard.ts');
    await buildWhenStale();
  }
  const { files } = await import('../dist/dashboard/files.js');
  const read = Object.entries(files).map(
    async ([name, path]) => [name, await Bun.file(path).bytes()] as const,
  );
  return new Map(await Promise.all(read));
}
