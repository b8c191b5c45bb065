/** Which inbox a command means, and as whom: flags, then the environment, a saved login, this machine. */
import {
  type Config,
  configOf,
  namedInEnvironment,
  type ReadSetting,
  readSettings,
  withLoginDefaults,
} from '../config.ts';
import { withMaskedLogin, withoutLogin } from '../core/urls.ts';
import { findRun, type Run } from '../run-file.ts';
import { UsageError } from './errors.ts';
import type { GlobalOptions } from './options.ts';
import { currentProfile, mustFind, type Profile, profileAt, profileUrl } from './profiles.ts';

/** `settings` are those of the command, with the credentials that this inbox may see. */
export type Target = {
  settings: Config;
  profile: Profile | null;
  /** The credential that is shown to it first. */
  credential: 'INBOX_TOKEN' | 'INBOX_API_KEY' | 'login';
  /** The flag, variable or profile that names the inbox. */
  source: string;
} & (Remote | Local);
/** By a URL that was set, or of the profile: `url` is shown, `address` has the login that it may contain. */
export type Remote = { kind: 'url' | 'profile'; url: string; address: string };
type Local = { url: null; address: null } & (
  | { kind: 'local server'; run: Run }
  | { kind: 'in process' }
);
type Named = ReturnType<typeof namedInEnvironment>;

/** Throws for a profile that does not exist, and for flags that contradict each other. */
export function resolveTarget(options: GlobalOptions): Target {
  mustAgree(options);
  const named = namedInEnvironment();
  const profile = profileFor(options, named);
  const read = readFor(options, named, profile);
  const settings = configOf(read);
  const { url: address, data } = settings;
  const kept = {
    settings: profile && !isKeyFor(profile, named) ? { ...settings, apiKey: null } : settings,
    profile,
    credential: credentialFor(options, named, profile),
  };
  if (address === null) return { ...kept, source: sourceOf('data', read), ...localIn(data) };
  const isByProfile = profile !== null && !isNamedByUrl(options, named);
  const remote = { ...kept, url: withoutLogin(address), address };
  return isByProfile
    ? { ...remote, kind: 'profile', source: `profile ${profile.name}` }
    : { ...remote, kind: 'url', source: sourceOf('url', read) };
}

/** Returns the URL or the data directory of the inbox. */
export const placeOf = ({ url, settings }: Target): string => url ?? settings.data;

/** Returns the inbox in one line, with what names it unless that is the default. */
export function inboxNamed({ address, settings, source }: Target): string {
  const by = source === 'the default' ? '' : ` (${source})`;
  return `${address === null ? settings.data : withMaskedLogin(address)}${by}`;
}

/** Throws for more than one flag that names an inbox. */
export function mustAgree({ data, url, profile }: GlobalOptions): void {
  const given = Object.entries({ '--data': data, '--url': url, '--profile': profile });
  const [one, other] = given.flatMap(([flag, value]) => (value ? [flag] : []));
  if (!one || !other) return;
  throw new UsageError(`${one} and ${other} cannot be used together: each names an inbox`);
}

/** The server of this data directory, if it has left its note. */
export function localIn(data: string): Local {
  const run = findRun(data);
  const here = { url: null, address: null };
  return run ? { ...here, kind: 'local server', run } : { ...here, kind: 'in process' };
}

/** The login that a logout means: of the profile or the URL that is named, else the current one. */
export function profileToEnd({ profile, url }: GlobalOptions): Profile | null {
  const named = namedInEnvironment();
  if (profile) return mustFind(profile);
  if (url !== undefined) return profileAt(url);
  if (named.url !== null) return profileAt(named.url);
  return named.profile === null ? currentProfile() : mustFind(named.profile);
}

/** The first of the flags, the environment and the current profile that names an inbox decides. */
function profileFor({ profile, data, url }: GlobalOptions, named: Named): Profile | null {
  if (profile === false) return null;
  if (profile) return mustFind(profile);
  if (url !== undefined) return profileAt(url);
  if (data !== undefined) return null;
  if (named.url !== null) return profileAt(named.url);
  if (named.profile !== null) return mustFind(named.profile);
  return named.data === null ? currentProfile() : null;
}

/** A profile that a flag names overrides the environment; any other only fills its gaps. */
function readFor(options: GlobalOptions, named: Named, profile: Profile | null): ReadSetting[] {
  const { data, url, profile: wanted } = options;
  if (data !== undefined) return inDirectory(readSettings({ data }), isOverruled(options, named));
  if (!profile) return readSettings({ url });
  if (wanted) return readSettings({ url: profile.url, token: profile.token });
  return readSettings({ url }, withLoginDefaults(profile));
}

/** For a directory that a flag names, without credentials that were set for another inbox. */
function inDirectory(read: ReadSetting[], isForOther: boolean): ReadSetting[] {
  const left = ['url', ...(isForOther ? ['apiKey', 'token'] : [])];
  return read.map((one) => (left.includes(one.name) ? { ...one, value: null } : one));
}

/** The environment names another inbox than the flag, and its credentials are for that one. */
const isOverruled = ({ data }: GlobalOptions, { url, profile }: Named) =>
  data !== undefined && (url ?? profile) !== null;

const sourceOf = (name: 'data' | 'url', read: ReadSetting[]) =>
  read.find((one) => one.name === name)?.source ?? '';

const isNamedByUrl = ({ url, profile: wanted }: GlobalOptions, named: Named) =>
  !wanted && (url ?? named.url) !== null;

/** A key is not sent to an inbox that it was not set for. */
const isKeyFor = (profile: Profile, { url, hasKey }: Named) =>
  hasKey && (url === null || profileUrl(url) === profile.url);

function credentialFor(
  options: GlobalOptions,
  named: Named,
  profile: Profile | null,
): Target['credential'] {
  if (isOverruled(options, named)) return 'login';
  if (named.hasToken && !options.profile) return 'INBOX_TOKEN';
  return named.hasKey && !profile ? 'INBOX_API_KEY' : 'login';
}
