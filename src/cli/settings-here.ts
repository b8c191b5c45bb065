/** The settings in force in a data directory: those that were read, and those that owners have entered in the dashboard. */
import { configOf, outsideOf, readSettings, secretsKeyFile, withKept } from '../config.ts';
import {
  inLabels,
  type Outside,
  setOutside,
  unreadablePushKeys,
  unreadableWords,
} from '../core/settings/effective.ts';
import { openSecrets, type Unreadable } from '../core/settings/secrets.ts';
import { isMissing, keptSettings, storedPushKeys } from '../storage/directory.ts';
import { type ContactKind, wayOf } from '../ways/ways.ts';
import { type Finding, findings } from './doctor/finding.ts';

export function settingsIn(directory: string | undefined, url?: string | undefined) {
  const read = readSettings({ data: directory, url });
  const config = configOf(read);
  const { unseal } = openSecrets(secretsKeyFile(config));
  const [kept, pushKeys] = isMissing(config.data)
    ? [[], []]
    : [keptSettings(config.data), storedPushKeys(config.data)];
  const inForce = withKept(read, kept, unseal);
  const unreadablePush = unreadablePushKeys(pushKeys, unseal);
  return { ...inForce, outside: outsideOf(read), unreadablePush };
}

export const unreadableWay = (kind: ContactKind, why: Unreadable, keyFile: string): Finding =>
  findings(wayOf(kind).label).fail(
    unreadableWords[why],
    `${keyBack(why, keyFile)} enter them again in Settings › Notifications.`,
  );

export const unreadablePush = (why: Unreadable, keyFile: string): Finding =>
  findings('push').warn(
    unreadableWords[why],
    `${keyBack(why, keyFile)} open the inbox once in each browser that is notified.`,
  );

/** A file that is not a key is never replaced. */
const keyBack = (why: Unreadable, keyFile: string): string =>
  why === 'unusable'
    ? `Put the right file at ${keyFile}, or remove it and`
    : `Put the key back at ${keyFile}, or`;

/** Names the page for the settings of a way, unless they are set where the inbox is started. */
export function inPage(kind: ContactKind, outside: Outside, finding: Finding): Finding {
  const { next } = finding;
  if (next === null || setOutside(outside, kind)) return finding;
  const named = inLabels(kind, next);
  const where = named === next ? next : `${named.replace(/\.$/, '')}, in Settings › Notifications.`;
  return { ...finding, next: where };
}
