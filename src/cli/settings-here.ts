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

export const unreadableWay = (kind: ContactKind, why: Unreadable): Finding =>
  findings(wayOf(kind).label).fail(
    unreadableWords[why],
    'Enter them again in Settings › Notifications, or put the key back.',
  );

/** Names the page for the settings of a way, unless they are set where the inbox is started. */
export function inPage(kind: ContactKind, outside: Outside, finding: Finding): Finding {
  const { next } = finding;
  if (next === null || setOutside(outside, kind)) return finding;
  const named = inLabels(kind, next);
  const where = named === next ? next : `${named.replace(/\.$/, '')}, in Settings › Notifications.`;
  return { ...finding, next: where };
}

export const unreadablePush = (why: Unreadable): Finding =>
  findings('push').warn(
    unreadableWords[why],
    'Open the inbox once in each browser that is notified, or put the key back.',
  );
