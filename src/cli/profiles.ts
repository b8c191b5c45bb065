/** A person's logins on this machine: `profiles.json` in their configuration directory. */
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, configDirectory } from '../config.ts';
import { InboxError } from '../core/errors.ts';
import { decodeText } from '../core/text.ts';
import { withoutLogin } from '../core/urls.ts';
import { replaceFile } from '../replace-file.ts';
import { UsageError } from './errors.ts';

const Profile = z.object({
  url: z.string().transform(profileUrl),
  token: z.string(),
  /** The id of a token that the login created, which logout revokes; null for a supplied one. */
  tokenId: z.string().nullable(),
});
const Profiles = z.object({
  /** The default profile. */
  current: z.string().nullable(),
  profiles: z.record(z.string(), Profile),
});
export type Profile = z.infer<typeof Profile> & { name: string };

const file = () => join(configDirectory(), 'profiles.json');

function readProfiles(): z.infer<typeof Profiles> {
  const path = file();
  try {
    return Profiles.parse(JSON.parse(decodeText(readFileSync(path))));
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return { current: null, profiles: {} };
    throw new ConfigError(
      `${path} is not valid. Delete it, then log in again with \`inbox login\``,
    );
  }
}

/** Anyone who can read a token can use it: only its owner can read the file and the directory. */
function writeProfiles(profiles: z.infer<typeof Profiles>): void {
  const directory = configDirectory();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  replaceFile(file(), `${JSON.stringify(profiles, null, 2)}\n`, 0o600);
}

export function findProfile(name: string): Profile | null {
  const found = readProfiles().profiles[name];
  return found ? { ...found, name } : null;
}

/** Lists every login, without its secret. */
export function listProfiles() {
  const { current, profiles } = readProfiles();
  return Object.entries(profiles).map(([name, { url }]) => {
    return { name, url, isCurrent: name === current };
  });
}

/** Makes a login the default. */
export function chooseProfile(name: string): Profile {
  const profile = findProfile(name);
  if (!profile) throw new InboxError('not_found', notFound(name));
  keepProfile(profile);
  return profile;
}

/** Saves a login and makes it the default. */
export function keepProfile({ name, ...profile }: Profile): void {
  const { profiles } = readProfiles();
  writeProfiles({ current: name, profiles: { ...profiles, [name]: profile } });
}

export function forgetProfile(name: string): void {
  const { current, profiles } = readProfiles();
  const { [name]: _, ...others } = profiles;
  writeProfiles({ current: current === name ? null : current, profiles: others });
}

export function currentProfile(): Profile | null {
  const { current } = readProfiles();
  return current === null ? null : findProfile(current);
}

/** Resolves what a flag or variable names. */
export function mustFind(name: string): Profile {
  const found = findProfile(name);
  if (found) return found;
  throw new UsageError(notFound(name));
}

function notFound(name: string): string {
  const names = Object.keys(readProfiles().profiles).join(', ') || 'none';
  return `Profile “${name}” not found (saved: ${names}). Create it with \`inbox login URL --profile ${name}\``;
}

/** The token of a login is sent only to the inbox that made it. */
export function profileAt(url: string): Profile | null {
  const { current, profiles } = readProfiles();
  const names = Object.keys(profiles).filter((name) => profiles[name]?.url === profileUrl(url));
  const name = names.find((one) => one === current) ?? names[0];
  return name === undefined ? null : findProfile(name);
}

/** Requests of a login carry its token, never what a URL has before the host. */
export function profileUrl(url: string): string {
  return withoutSlash(withoutLogin(url));
}

export const withoutSlash = (url: string) => url.replace(/\/+$/, '');
