import { variableOf } from '../../config.ts';
import { settings } from '../../settings.ts';
import { listRows } from './layout.ts';

const ABOUT = `Each setting is read from its flag, then its environment variable, then config.json in the data directory (by the name in brackets), then its default. With _FILE behind the variable's name the value is read from that file.

\`inbox config show\` shows which values are in force, and from where.`;

/** What `inbox help settings` prints. */
export function settingsPage(width: number): string {
  const items = Object.entries(settings).map(([name, { about, fallback }]) => {
    const shown = fallback === null || fallback === '' ? '' : ` (default: ${fallback})`;
    return [variableOf(name), `[${name}] ${about}${shown}`];
  });
  const data = ['INBOX_DATA', 'the data directory'];
  const profile = ['INBOX_PROFILE', 'the login that commands use, by its name'];
  return [...listRows('Settings:', [data, profile, ...items], width), ABOUT].join('\n');
}
