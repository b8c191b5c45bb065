/** Which settings of ways are in force: those of the start, and those that owners have set in the dashboard. */
import type { Row } from '../../storage/tables.ts';
import type { WaySetting } from '../../ways/way.ts';
import { type ContactKind, contactKinds, noWays, type Ways, wayOf } from '../../ways/ways.ts';
import { type SettingFrom, variableOf } from '../about/schema.ts';
import type { Secrets, Unreadable } from './secrets.ts';

export type SettingName = keyof Ways & string;
export type Source = { from: SettingFrom; source: string };

/** The settings that the inbox was started with, by flags, the environment and config.json. */
export type Outside = { ways: Ways; sources: Partial<Record<string, Source>> };

export type Kept = Row<'settings'>;

/** The settings in force, and why what is kept for a way can't be used. */
export type Effective = { ways: Ways; unreadable: Partial<Record<ContactKind, Unreadable>> };

/** Why the secrets of a way can't be read, as owners read it. */
export const unreadableWords: Record<Unreadable, string> = {
  missing: 'The key of its secrets is missing',
  unusable: 'The key of its secrets cannot be read',
  other: 'Its secrets were sealed with another key',
};

/** Names the settings of a way as the dashboard does, where a text names their variables. */
export const inLabels = (kind: ContactKind, text: string): string =>
  changeableOf(kind).reduce(
    (words, [name, { label }]) => words.replaceAll(variableOf(name), `“${label}”`),
    text,
  );

/** The name under which the private key of push notifications is sealed. */
export const PUSH_KEY = 'pushKey';

/** Earlier versions did not seal it: a number of 32 bytes as base64url. */
export const isClearPushKey = (stored: string): boolean => /^[-\w]{43}$/.test(stored);

/** Reads a private key of push notifications as it is stored. */
export const readPushKey = (
  stored: string,
  unseal: Secrets['unseal'],
): ReturnType<typeof unseal> =>
  isClearPushKey(stored) ? { text: stored } : unseal(PUSH_KEY, stored);

/** Returns why none of these private keys can be read; null if one can, or without any. */
export function unreadablePushKeys(
  stored: readonly string[],
  unseal: Secrets['unseal'],
): Unreadable | null {
  const why = stored.map((one) => {
    const read = readPushKey(one, unseal);
    return 'why' in read ? read.why : null;
  });
  return why.includes(null) ? null : (why[0] ?? null);
}

export const settingsOf = (kind: ContactKind): [SettingName, WaySetting][] =>
  Object.entries(wayOf(kind).settings) as [SettingName, WaySetting][];

/** The settings of a way that owners can change in the dashboard. */
export const changeableOf = (kind: ContactKind) =>
  settingsOf(kind).filter(([, { isOutside }]) => !isOutside);

/** The setting by which a way was turned on at the start, so that what is kept for it does not count. */
export const setOutside = ({ ways }: Outside, kind: ContactKind): SettingName | null =>
  changeableOf(kind).find(([name]) => ways[name] !== noWays[name])?.[0] ?? null;

/**
 * A way is set by the start or in the dashboard, and never by both: a token that was entered for one server is not
 * sent to another.
 */
export function effectiveSettings(
  outside: Outside,
  kept: readonly Kept[],
  unseal: Secrets['unseal'],
): Effective {
  const ways: Record<string, string | null> = { ...outside.ways };
  const unreadable: Effective['unreadable'] = {};
  for (const kind of contactKinds) {
    if (setOutside(outside, kind)) continue;
    const read = readKept(kind, kept, unseal);
    if (typeof read === 'string') unreadable[kind] = read;
    else Object.assign(ways, read);
  }
  const publicUrl = kept.find(({ name }) => name === 'publicUrl');
  if (outside.ways.publicUrl === null && publicUrl) ways.publicUrl = publicUrl.value;
  return { ways: ways as Ways, unreadable };
}

/** Returns the values that are kept for a way, or why one of them can't be read: then none counts. */
export function readKept(
  kind: ContactKind,
  kept: readonly Kept[],
  unseal: Secrets['unseal'],
): Record<string, string> | Unreadable {
  const values: Record<string, string> = {};
  for (const [name] of changeableOf(kind)) {
    const row = kept.find((one) => one.name === name);
    if (!row) continue;
    const read = row.isSealed ? unseal(name, row.value) : { text: row.value };
    if ('why' in read) return read.why;
    values[name] = read.text;
  }
  return values;
}
