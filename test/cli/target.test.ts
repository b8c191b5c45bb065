import { afterEach, beforeEach, expect, test } from 'bun:test';
import { keepProfile } from '../../src/cli/profiles.ts';
import { resolveTarget } from '../../src/cli/target.ts';
import { noteRun } from '../../src/run-file.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

const names = ['INBOX_DATA', 'INBOX_URL', 'INBOX_PROFILE', 'INBOX_TOKEN', 'INBOX_API_KEY'];
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

/** What is meant, in short. */
function meant(options: Parameters<typeof resolveTarget>[0]) {
  const target = resolveTarget(options);
  const { kind, url, settings, credential } = target;
  return [kind, url, 'source' in target ? target.source : null, settings.token, credential];
}

test('targets this process without a server, and the server once it has written run.json', () => {
  expect(meant({})).toEqual(['in process', null, null, null, 'login']);
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
    ...['profile', other.url, 'profile other', 'hu_other', 'login'],
  ]);
  process.env.INBOX_TOKEN = 'hu_environment';
  expect(meant({})).toEqual([
    ...['profile', work.url, 'profile work', 'hu_environment', 'INBOX_TOKEN'],
  ]);
  process.env.INBOX_URL = 'http://work.test/';
  expect(meant({ profile: 'other' }).slice(0, 4)).toEqual([
    ...['profile', other.url, 'profile other', 'hu_other'],
  ]);
});

test('targets the named URL, with no token but that of its login', () => {
  logIn();
  process.env.INBOX_URL = other.url;
  expect(meant({})).toEqual(['url', other.url, 'INBOX_URL', 'hu_other', 'login']);
  expect(meant({ url: 'http://new.test' })).toEqual([
    ...['url', 'http://new.test', '--url', null, 'login'],
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
