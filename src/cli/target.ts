/** Which inbox a command means, and as whom: flags, then the environment, a saved login, this machine. */
import {
  type Config,
  configOf,
  namedInEnvironment,
  type ReadSetting,
  readSettings,
  withLoginDefaults,
} from '../config.ts';
import { findRun, type Run } from '../run-file.ts';
import { UsageError } from './errors.ts';
import type { GlobalOptions } from './options.ts';
import { currentProfile, mustFind, type Profile, profileAt, withoutSlash } from './profiles.ts';

/** `settings` are those of the command, with the credentials that this inbox may see. */
export type Target = {
  settings: Config;
  profile: Profile | null;
  /** What is shown to it first. */
  credential: 'INBOX_TOKEN' | 'INBOX_API_KEY' | 'login';
} & (Remote | Local);
/** By a URL that was set, or of the profile; `source` says which. */
export type Remote = { kind: 'url' | 'profile'; url: string; source: string };
type Local = { url: null } & ({ kind: 'local server'; run: Run } | { kind: 'in process' });
type Named = ReturnType<typeof namedInEnvironment>;

/** Throws for a profile that does not exist, and for flags that contradict each other. */
export function resolveTarget(options: GlobalOptions): Target {
  const named = namedInEnvironment();
  const profile = profileFor(options, named);
  const read = readFor(options, profile);
  const settings = configOf(read);
  const { url, data } = settings;
  return {
    settings: profile && !isKeyFor(profile, named) ? { ...settings, apiKey: null } : settings,
    profile,
    credential: credentialFor(options, named, profile),
    ...(url === null ? localIn(data) : { url, ...originOf(options, named, profile, read) }),
  };
}

/** The server of this data directory, if it has left its note. */
export function localIn(data: string): Local {
  const run = findRun(data);
  return run ? { kind: 'local server', url: null, run } : { kind: 'in process', url: null };
}

/** The profile that a logout means: the one that is named, else the current one. */
export function profileToEnd({ profile }: GlobalOptions): Profile | null {
  const wanted = profile || namedInEnvironment().profile;
  return wanted === null ? currentProfile() : mustFind(wanted);
}

/**
 * The one that is named, else one for the URL that is named, else the current one, unless a data
 * directory is named.
 */
function profileFor({ profile, data, url }: GlobalOptions, named: Named): Profile | null {
  if (profile === false) return null;
  if (profile && url) throw new UsageError('--url and --profile cannot be used together');
  if (profile) return mustFind(profile);
  const at = url ?? named.url;
  if (at !== null) return profileAt(at);
  if (named.profile !== null) return mustFind(named.profile);
  return (data ?? named.data) === null ? currentProfile() : null;
}

/** A profile that a flag names overrides the environment; any other only fills its gaps. */
function readFor({ data, url, profile: wanted }: GlobalOptions, profile: Profile | null) {
  if (!profile) return readSettings({ data, url });
  if (wanted) return readSettings({ data, url: profile.url, token: profile.token });
  return readSettings({ data, url }, withLoginDefaults(profile));
}

function originOf(
  { url, profile: wanted }: GlobalOptions,
  named: Named,
  profile: Profile | null,
  read: ReadSetting[],
): Pick<Remote, 'kind' | 'source'> {
  const isNamed = !wanted && (url ?? named.url) !== null;
  if (profile && !isNamed) return { kind: 'profile', source: `profile ${profile.name}` };
  return { kind: 'url', source: read.find(({ name }) => name === 'url')?.source ?? '' };
}

/** A key is not sent to an inbox that it was not set for. */
const isKeyFor = (profile: Profile, { url, hasKey }: Named) =>
  hasKey && (url === null || withoutSlash(url) === profile.url);

function credentialFor({ profile: wanted }: GlobalOptions, named: Named, profile: Profile | null) {
  if (named.hasToken && !wanted) return 'INBOX_TOKEN';
  return named.hasKey && !profile ? 'INBOX_API_KEY' : 'login';
}
