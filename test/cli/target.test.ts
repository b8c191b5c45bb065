import { afterEach, beforeEach, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keepProfile } from '../../src/cli/profiles.ts';
import { inboxNamed, profileToEnd, resolveTarget } from '../../src/cli/target.ts';
import { noteRun } from '../../src/run-file.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

const names = [
  'INBOX_DATA',
  'INBOX_URL',
  'INBOX_URL_FILE',
  'INBOX_PROFILE',
  'INBOX_TOKEN',
  'INBOX_API_KEY',
];
const before = { ...process.env };
const home = { config: '', data: '' };

beforeEach(() => {
  for (const name of names) delete process.env[name];
  Object.assign(home, { config: temporaryDirectory(), data: temporaryDirectory() });
  process.env.XDG_CONFIG_HOME = home.config;
  process.env.XDG_DATA_HOME = home.data;
});
afterEach(() => {
  for (const name of [...names, 'XDG_CONFIG_HOME', 'XDG_DATA_HOME']) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  for (const directory of Object.values(home)) removeDirectory(directory);
});

const work = { name: 'work', url: 'http://work.test', token: 'hu_work', tokenId: null };
const other = { name: 'other', url: 'http://other.test', token: 'hu_other', tokenId: null };
const logIn = () => {
  keepProfile(other);
  keepProfile(work);
};

/** The target that is meant, in short. */
function meant(options: Parameters<typeof resolveTarget>[0]) {
  const target = resolveTarget(options);
  const { kind, url, source, settings, credential } = target;
  return [kind, url, source, settings.token, credential];
}

test('targets this process without a server, and the server once it has written run.json', () => {
  expect(meant({})).toEqual(['in process', null, 'the default', null, 'login']);
  const run = { url: 'http://127.0.0.1:1', pid: 1, token: 't', publicUrl: null };
  noteRun(home.data, run);
  expect(resolveTarget({ data: home.data })).toMatchObject({ kind: 'local server', run });
});

test('targets the current login unless a data directory is named', () => {
  logIn();
  const login = ['profile', work.url, 'profile work', 'hu_work', 'login'];
  expect(meant({})).toEqual(login);
  expect(meant({ data: home.data })[0]).toBe('in process');
  expect(meant({ profile: false })[0]).toBe('in process');
  process.env.INBOX_DATA = home.data;
  expect(meant({})[0]).toBe('in process');
});

test('targets the named profile, and prefers the flag to the environment', () => {
  logIn();
  process.env.INBOX_PROFILE = 'work';
  expect(meant({ profile: 'other' })).toEqual([
    'profile',
    other.url,
    'profile other',
    'hu_other',
    'login',
  ]);
  process.env.INBOX_TOKEN = 'hu_environment';
  expect(meant({})).toEqual(['profile', work.url, 'profile work', 'hu_environment', 'INBOX_TOKEN']);
  process.env.INBOX_URL = 'http://work.test/';
  expect(meant({ profile: 'other' }).slice(0, 4)).toEqual([
    'profile',
    other.url,
    'profile other',
    'hu_other',
  ]);
});

test('targets the named URL, with no token but that of its login', () => {
  logIn();
  process.env.INBOX_URL = other.url;
  expect(meant({})).toEqual(['url', other.url, 'INBOX_URL', 'hu_other', 'login']);
  expect(meant({ url: 'http://new.test' })).toEqual([
    'url',
    'http://new.test',
    '--url',
    null,
    'login',
  ]);
});

test('shows a key only to the inbox that it was set for', () => {
  logIn();
  process.env.INBOX_API_KEY = 'hp_mine';
  expect(resolveTarget({}).settings.apiKey).toBe('hp_mine');
  process.env.INBOX_URL = other.url;
  expect(resolveTarget({}).settings.apiKey).toBe('hp_mine');
  expect(resolveTarget({ profile: 'work' }).settings.apiKey).toBeNull();
});

const overruled: [of: string, env: Record<string, string>][] = [
  ['a URL', { INBOX_URL: other.url }],
  ['a URL with a token', { INBOX_URL: other.url, INBOX_TOKEN: 'hu_there' }],
  ['a URL with a key', { INBOX_URL: other.url, INBOX_API_KEY: 'hp_there' }],
  ['a profile', { INBOX_PROFILE: 'work' }],
  ['a profile that does not exist', { INBOX_PROFILE: 'gone' }],
  ['a profile with a token', { INBOX_PROFILE: 'work', INBOX_TOKEN: 'hu_there' }],
  ['another directory', { INBOX_DATA: '/elsewhere' }],
  ['all of them', { INBOX_URL: other.url, INBOX_PROFILE: 'work', INBOX_DATA: '/elsewhere' }],
];
test.each(overruled)(
  'targets the directory of --data though the environment names %s',
  (_, env) => {
    logIn();
    Object.assign(process.env, env);
    const target = resolveTarget({ data: home.data });
    expect(target).toMatchObject({
      kind: 'in process',
      url: null,
      source: '--data',
      credential: 'login',
      profile: null,
      settings: { data: home.data, url: null, token: null, apiKey: null },
    });
    expect(inboxNamed(target)).toBe(`${home.data} (--data)`);
  },
);

test('keeps a token or key that was set for no inbox in particular', () => {
  Object.assign(process.env, { INBOX_TOKEN: 'hu_mine', INBOX_API_KEY: 'hp_mine' });
  const { settings } = resolveTarget({ data: home.data });
  expect([settings.token, settings.apiKey]).toEqual(['hu_mine', 'hp_mine']);
});

test('ignores the URL in the config.json of the directory of --data', () => {
  writeFileSync(join(home.data, 'config.json'), JSON.stringify({ url: other.url }));
  expect(meant({ data: home.data }).slice(0, 2)).toEqual(['in process', null]);
});

test('sends no login to the URL of INBOX_URL_FILE but its own', () => {
  logIn();
  const file = join(home.data, 'url');
  writeFileSync(file, `${other.url}\n`);
  process.env.INBOX_URL_FILE = file;
  expect(meant({})).toEqual(['url', other.url, 'INBOX_URL_FILE', 'hu_other', 'login']);
});

const contradicting: [flags: Parameters<typeof resolveTarget>[0], named: string][] = [
  [{ data: '/a', url: work.url }, '--data and --url'],
  [{ data: '/a', profile: 'work' }, '--data and --profile'],
  [{ url: other.url, profile: 'work' }, '--url and --profile'],
  [{ url: work.url, profile: 'work' }, '--url and --profile'],
  [{ url: other.url, profile: 'gone' }, '--url and --profile'],
  [{ data: '/a', url: work.url, profile: 'work' }, '--data and --url'],
];
test.each(contradicting)('refuses %p, each of which names an inbox', (flags, named) => {
  logIn();
  expect(() => resolveTarget(flags)).toThrow(
    `${named} cannot be used together: each names an inbox`,
  );
});

test('names the inbox with what chose it, but no password in its URL', () => {
  logIn();
  const named = (options: Parameters<typeof resolveTarget>[0]) =>
    inboxNamed(resolveTarget(options));
  expect(named({})).toBe(`${work.url} (profile work)`);
  expect(named({ url: 'http://ana:confidential@new.test' })).toBe('http://***@new.test (--url)');
  process.env.INBOX_DATA = home.data;
  expect(named({})).toBe(`${home.data} (INBOX_DATA)`);
});

test('logs out of the URL or profile that is named first', () => {
  logIn();
  const ended = (options: Parameters<typeof profileToEnd>[0] = {}) => profileToEnd(options)?.name;
  expect(ended()).toBe('work');
  expect(ended({ url: `${other.url}/` })).toBe('other');
  expect(ended({ url: 'http://new.test' })).toBeUndefined();
  process.env.INBOX_URL = other.url;
  expect([ended(), ended({ profile: 'work' })]).toEqual(['other', 'work']);
});
