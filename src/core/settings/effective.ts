/** Which settings of ways are in force: those of the start, and those that owners have set in the dashboard. */
import type { Row } from '../../storage/tables.ts';
import type { WaySetting } from '../../ways/way.ts';
import { type ContactKind, contactKinds, noWays, type Ways, wayOf } from '../../ways/ways.ts';
import type { SettingFrom } from '../about/schema.ts';
import type { Secrets, Unreadable } from './secrets.ts';

export type SettingName = keyof Ways & string;
export type Source = { from: SettingFrom; source: string };

/** The settings that the inbox was started with, by flags, the environment and config.json. */
export type Outside = { ways: Ways; sources: Partial<Record<string, Source>> };

export type Kept = Row<'settings'>;

/** The settings in force, and why what is kept for a way can't be used. */
export type Effective = { ways: Ways; unreadable: Partial<Record<ContactKind, Unreadable>> };

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
