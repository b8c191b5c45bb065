import { variableOf } from '../../core/about/schema.ts';
import { settings } from '../../settings.ts';
import { listRows } from './layout.ts';

const ABOUT = `Each setting is read from its flag, then its environment variable, then config.json in the data directory (under the name in brackets), then its default. Append _FILE to the name of a variable to read the value from a file, such as INBOX_TOKEN_FILE.

\`inbox config show\` prints the current values and their sources.

INBOX_API_KEY: with a server on this machine, \`inbox ask\`, \`wait\`, \`send\`, \`file\` and \`listen\` act as the agent of the key, and all other commands as the owner. With INBOX_URL and without a token, all commands use the key.`;

/** Returns the page of `inbox help settings`. */
export function settingsPage(width: number): string {
  const items = Object.entries(settings).map(([name, { about, fallback }]) => {
    const shown = fallback === null || fallback === '' ? '' : ` (default: ${fallback})`;
    return [variableOf(name), `[${name}] ${about}${shown}`];
  });
  const data = ['INBOX_DATA', 'data directory'];
  const profile = ['INBOX_PROFILE', 'saved login that commands use'];
  return [...listRows('Settings:', [data, profile, ...items], width), ABOUT].join('\n');
}
