/** The commands of docs/install.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const page = readFileSync(join(import.meta.dir, '../../../docs/install.md'), 'utf8');

/** The commands between `<!-- run: name -->` and the end of their fence. */
export function printedIn(name: string): string {
  const [, script] =
    new RegExp(`<!-- run: ${name} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (script === undefined) throw new Error(`docs/install.md has nothing to run for ${name}`);
  return script;
}
