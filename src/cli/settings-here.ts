/** The settings in force in a data directory: those that were read, and those that owners have entered in the dashboard. */
import { configOf, readSettings, secretsKeyFile, withKept } from '../config.ts';
import { openSecrets, type Unreadable } from '../core/settings/secrets.ts';
import { isMissing, keptSettings } from '../storage/directory.ts';
import { type ContactKind, wayOf } from '../ways/ways.ts';
import { type Finding, findings } from './doctor/finding.ts';

export function settingsIn(directory: string | undefined, url?: string | undefined) {
  const read = readSettings({ data: directory, url });
  const config = configOf(read);
  const kept = isMissing(config.data) ? [] : keptSettings(config.data);
  return withKept(read, kept, openSecrets(secretsKeyFile(config)).unseal);
}

const reasons: Record<Unreadable, string> = {
  missing: 'the key of its secrets is missing',
  unusable: 'the key of its secrets cannot be read',
  other: 'its secrets were sealed with another key',
};

export const unreadableWay = (kind: ContactKind, why: Unreadable): Finding =>
  findings(wayOf(kind).label).fail(
    `It is off: ${reasons[why]}`,
    'Enter them again in Settings › Notifications, or put the key back.',
  );
