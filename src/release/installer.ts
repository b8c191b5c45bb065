/** The tool that installed an executable: it would not know of another one in its place. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import names from '../../packages/names.json' with { type: 'json' };

export type Installer = keyof typeof commands;

/** Its commands for a newer version. A package comes by name once the name is ours. */
const commands = {
  npm: names.npm.reserved
    ? `npm install --global ${names.npm.program}@latest`
    : 'npm install --global --offline inbox-VERSION-npm.tgz inbox-VERSION-npm-SYSTEM.tgz',
  brew: `brew upgrade ${names.homebrew.formula}`,
  deb: 'sudo dpkg -i agent-inbox_VERSION_ARCHITECTURE.deb',
  image: names.image.reserved
    ? `docker pull ${names.image.name}`
    : 'docker build --pull -t agent-inbox .',
  git: 'git pull',
};

/** The file of a package or an image that says which of both it is, below the folder of `bin`. */
export const INSTALLED_BY = 'share/agent-inbox/installed-by';

/** Returns null if nothing but an upgrade of itself keeps it current. `command` is the path without links, and a script. */
export function installerOf([executable = '', ...script]: string[]): Installer | null {
  if (script.length > 0) return 'git';
  if (/[\\/]node_modules[\\/]/.test(executable)) return 'npm';
  if (/\/Cellar\//.test(executable)) return 'brew';
  const note = join(dirname(dirname(executable)), INSTALLED_BY);
  const by = existsSync(note) ? readFileSync(note, 'utf8').trim() : '';
  return by === 'deb' || by === 'image' ? by : null;
}

export const commandOf = (installer: Installer): string => commands[installer];
