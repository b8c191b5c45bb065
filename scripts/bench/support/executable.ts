import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of the built executable; exits if there is none. */
export function builtExecutable(): string {
  const path = join(import.meta.dir, '../../../dist/inbox');
  if (existsSync(path)) return path;
  console.log('There is no dist/inbox: `bun run build` makes it');
  process.exit(1);
}
