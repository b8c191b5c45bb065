// The scripts that install a release, with where it is and who signs it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const installScripts = ['install.sh', 'install.ps1'] as const;

/** @param url where releases are; empty if there is no address yet */
export function installScript(
  name: (typeof installScripts)[number],
  url: string,
  signers: string,
): string {
  if (/['"$`\\\s]/.test(url)) throw new Error(`${url} would not be an address in a shell`);
  const lines = signers.split('\n').filter((line) => line.startsWith('release '));
  return readFileSync(join(import.meta.dir, name), 'utf8')
    .replace('@URL@', () => url)
    .replace('@SIGNERS@', () => lines.join('\n'));
}
