// compose.yaml for people who have no clone: with the image that is published, and not with one to build.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = '    build: .\n    image: agent-inbox\n';

/** @param image the name with the version */
export function composeText(image: string): string {
  const text = readFileSync(join(import.meta.dir, '../../compose.yaml'), 'utf8');
  if (!text.includes(BUILT)) throw new Error('compose.yaml does not build the image');
  return text.replace(BUILT, () => `    image: ${image}\n`);
}
