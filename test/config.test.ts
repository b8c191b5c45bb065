import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  ConfigError,
  inboxVariables,
  loadConfig,
  readSettings,
  type SettingName,
  settingNames,
  shownSettings,
} from '../src/config.ts';
import { variableOf } from '../src/core/about/schema.ts';
import { temporaryDirectory } from './support/machine/directory.ts';

const load = (env: Record<string, string>) => loadConfig({ data: '/nowhere' }, env);

test('parses the rate limit as requests per second, or off', () => {
  expect(load({}).rateLimit).toBe(100);
  expect(load({ INBOX_RATE_LIMIT: '2.5' }).rateLimit).toBe(2.5);
  expect(load({ INBOX_RATE_LIMIT: 'off' }).rateLimit).toBe('off');
  for (const odd of ['0', '-1', 'none', 'Infinity', 'NaN']) {
    expect(() => load({ INBOX_RATE_LIMIT: odd })).toThrow(ConfigError);
  }
});

test.each([
  ['INBOX_NTFY_URL', 'set an access token as INBOX_NTFY_TOKEN'],
  ['INBOX_APPRISE_URL', 'let the inbox call that server without a login'],
  ['INBOX_TELEGRAM_URL', 'let the inbox call that server without a login'],
  ['INBOX_SLACK_URL', 'let the inbox call that server without a login'],
])('refuses a login in %s, says what to do, and does not print it', (name, instead) => {
  for (const login of ['ann:hunter2', 'ann', ':hunter2']) {
    expect(() => load({ [name]: `https://${login}@push.example.com` })).toThrow(
      `${name} must not contain a user name or password: ${instead} (got “https://***@push.example.com”)`,
    );
  }
});

test('takes no odd value for another, and names the setting of one that it refuses', () => {
  const data = temporaryDirectory();
  const odd = [
    '',
    ' ',
    'foo',
    'http://',
    'http://a b',
    'ftp://x',
    '0x10',
    '1e3',
    true,
    [],
    [5],
    {},
  ];
  for (const name of settingNames) {
    for (const value of odd) {
      writeFileSync(join(data, 'config.json'), JSON.stringify({ [name]: value }));
      try {
        const taken = loadConfig({ data }, {})[name];
        if (typeof taken === 'number') expect([name, value]).toEqual([name, 'read as a number']);
      } catch (error) {
        expect([name, value, error]).toEqual([name, value, expect.any(ConfigError)]);
        expect((error as Error).message).toStartWith(`"${name}" in ${data}/config.json `);
      }
    }
  }
  expect(() => load({ INBOX_PUBLIC_URL: 'foo' })).toThrow(
    'INBOX_PUBLIC_URL must be an http or https URL (got “foo”)',
  );
});

test('says where an address in INBOX_PORT comes from', () => {
  expect(() => load({ INBOX_PORT: 'tcp://10.96.0.12:4600' })).toThrow(
    'INBOX_PORT must be an integer from 0 to 65535 (got “tcp://10.96.0.12:4600”). Kubernetes sets this for a Service named inbox',
  );
});

test('does not take what Kubernetes sets for a Service for mistyped settings', () => {
  const set = ['SERVICE_HOST', 'SERVICE_PORT', 'SERVICE_PORT_HTTP', 'PORT_4600_TCP_ADDR'];
  const env = Object.fromEntries(set.map((name) => [`INBOX_${name}`, '10.96.0.12']));
  expect(inboxVariables({ ...env, INBOX_SERVICE: 'x', INBOX_PROT: '1' })).toEqual([
    'INBOX_SERVICE',
    'INBOX_PROT',
  ]);
});

const marked: [what: string, written: (text: string) => Uint8Array][] = [
  ['a byte order mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['big-endian UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
];

test.each(marked)('reads files with %s', (_, written) => {
  const data = temporaryDirectory();
  writeFileSync(join(data, 'config.json'), written('{"publicUrl": "https://é.example.com"}'));
  writeFileSync(join(data, 'token'), written('tk_secret\r\n'));
  const config = loadConfig({ data }, { INBOX_NTFY_TOKEN_FILE: join(data, 'token') });
  expect(config.publicUrl).toBe('https://é.example.com');
  expect(config.ntfyToken).toBe('tk_secret');
});

test('parses origins separated by commas, normalised as browsers write them', () => {
  expect(load({}).corsOrigins).toEqual([]);
  const listed = 'https://App.example.com/, http://localhost:3000 ,';
  expect(load({ INBOX_CORS_ORIGINS: listed }).corsOrigins).toEqual([
    'https://app.example.com',
    'http://localhost:3000',
  ]);
  for (const odd of ['*', 'app.example.com', 'file:///x', 'null']) {
    expect(() => load({ INBOX_CORS_ORIGINS: odd })).toThrow('INBOX_CORS_ORIGINS must be ');
  }
});

test.each([
  ['1048576', 1_048_576],
  ['100MiB', 104_857_600],
  ['2GB', 2_000_000_000],
  ['1.5 kib', 1536],
  ['10k', 10_000],
  ['512B', 512],
])('parses %s as the largest file size', (text, bytes) => {
  expect(load({ INBOX_MAX_FILE_SIZE: text }).maxFileSize).toBe(bytes);
});

test.each(['', 'MiB', '0', '-1', 'much', '1XB', '9999999TiB'])(
  'refuses %j as the largest file size',
  (text) => {
    const loading = () => loadConfig({ data: '/nowhere', maxFileSize: text }, {});
    expect(loading).toThrow(ConfigError);
    expect(loading).toThrow('--max-file-size must be ');
  },
);

test('parses webhook retry delays as durations separated by commas, or off', () => {
  expect(load({}).webhookRetries).toEqual([
    5000, 30_000, 300_000, 1_800_000, 7_200_000, 43_200_000,
  ]);
  expect(load({ INBOX_WEBHOOK_RETRIES: '100ms, 2, 1.5m' }).webhookRetries).toEqual([
    100, 2000, 90_000,
  ]);
  expect(load({ INBOX_WEBHOOK_RETRIES: 'off' }).webhookRetries).toEqual([]);
  for (const odd of ['soon', '5x', '-1', '5s;6s']) {
    expect(() => load({ INBOX_WEBHOOK_RETRIES: odd })).toThrow(
      'such as 5s,30m,2h (units: ms, s, m, h, d), or off',
    );
  }
});

test('limits the webhook timeout to between 1 millisecond and 10 minutes', () => {
  expect(load({}).webhookTimeout).toBe(10_000);
  expect(load({ INBOX_WEBHOOK_TIMEOUT: '500ms' }).webhookTimeout).toBe(500);
  expect(load({ INBOX_WEBHOOK_TIMEOUT: '1m30s' }).webhookTimeout).toBe(90_000);
  expect(load({ INBOX_WEBHOOK_TIMEOUT: '1.5' }).webhookTimeout).toBe(1500);
  for (const odd of ['0', '11m', 'never']) {
    expect(() => load({ INBOX_WEBHOOK_TIMEOUT: odd })).toThrow('INBOX_WEBHOOK_TIMEOUT');
  }
});

test('parses the addresses allowed to read metrics, or off', () => {
  expect(load({}).metrics).toEqual([]);
  expect(load({ INBOX_METRICS: 'off' }).metrics).toEqual([]);
  const listed = load({ INBOX_METRICS: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8' }).metrics;
  expect(listed).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']);
  for (const odd of ['*', 'localhost', '10.0.0.0/33', ',']) {
    expect(() => load({ INBOX_METRICS: odd })).toThrow('INBOX_METRICS must be ');
  }
});

test('parses the time, retention and directory of backups', () => {
  expect(load({})).toMatchObject({ backupAt: null, backupKeep: '7d,4w,6m', backupDir: null });
  expect(load({ INBOX_BACKUP_AT: '3:30' }).backupAt).toBe('03:30');
  expect(load({ INBOX_BACKUP_AT: 'off' }).backupAt).toBeNull();
  expect(load({ INBOX_BACKUP_KEEP: '6m, 14d' }).backupKeep).toBe('6m,14d');
  for (const odd of ['24:00', '3', '03:60', '3:30pm', 'daily']) {
    expect(() => load({ INBOX_BACKUP_AT: odd })).toThrow(
      'must be a local time such as 03:30, or off',
    );
  }
  for (const odd of ['7', '0d', '7d,3d', '2y', 'd', '7d;4w']) {
    expect(() => load({ INBOX_BACKUP_KEEP: odd })).toThrow(
      'must be days (d), weeks (w) and months (m), separated by commas, such as 7d,4w,6m',
    );
  }
  expect(() => load({ INBOX_BACKUP_DIR: 'backups' })).toThrow('must be an absolute path');
});

const duration = fc
  .tuple(fc.integer({ min: 1, max: 900 }), fc.constantFrom('ms', 's', 'm', 'h', 'd', ' min', ''))
  .map(([count, unit]) => `${count}${unit}`);
const longDuration = fc.integer({ min: 1, max: 9999 }).map((count) => `${count}h${count}m1.5s`);
const size = fc
  .tuple(
    fc.integer({ min: 1, max: 1000 }),
    fc.constantFrom('', 'B', 'k', 'kB', 'MB', 'GB', 'KiB', ' MiB', 'GiB', 'TiB', '.25 MiB'),
  )
  .map(([count, unit]) => `${count}${unit}`);
const count = fc.integer({ min: 1, max: 1_000_000 }).map(String);
const networks = fc
  .array(fc.oneof(fc.ipV4(), fc.constantFrom('::1', 'fd00::/8', '10.0.0.0/8')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((list) => list.join(', '));
const off = fc.constant('off');

/** Values that people may write for each setting that is more than a text. */
const written: Partial<Record<SettingName, fc.Arbitrary<string>>> = {
  port: fc.integer({ min: 0, max: 65_535 }).map(String),
  rateLimit: fc.oneof(off, fc.double({ min: 0.01, max: 1e6, noNaN: true }).map(String)),
  corsOrigins: fc.constantFrom('https://a.example', 'http://b.example:8080/x, https://c.example'),
  trustedProxies: networks,
  metrics: fc.oneof(off, networks),
  webhookAllow: networks,
  maxFileSize: size,
  maxChannelFiles: fc.oneof(off, size),
  maxPendingBytesPerKey: fc.oneof(off, size),
  maxPendingPerKey: fc.oneof(off, count),
  maxPendingPerChannel: fc.oneof(off, count),
  maxChannelsPerKey: fc.oneof(off, count),
  webhookRetries: fc.oneof(
    off,
    fc.array(duration, { minLength: 1 }).map((list) => list.join(',')),
  ),
  webhookTimeout: fc.integer({ min: 1, max: 600 }).map((seconds) => `${seconds}s`),
  retention: longDuration,
  auditKeep: longDuration,
  backupAt: fc.constantFrom('off', '3:30', '23:59'),
  backupKeep: fc.constantFrom('7d', '7d, 4w', '6m,1d'),
  hookWait: fc.integer({ min: 1, max: 24 }).map((hours) => `${hours}h`),
  completionTimeout: fc.integer({ min: 0, max: 10_000 }).map((ms) => `${ms}ms`),
  undoSeconds: fc.constantFrom('0', '3', '5', '10'),
};

test.each(Object.keys(written) as SettingName[])(
  'shows %s in a form that parses to the same value',
  (name) => {
    const variable = variableOf(name);
    const shownOf = (env: Record<string, string>) =>
      shownSettings(readSettings({ data: '/nowhere' }, env), null).find((one) => one.name === name);
    fc.assert(
      fc.property(written[name] as fc.Arbitrary<string>, (text) => {
        const shown = shownOf({ [variable]: text })?.value;
        expect(load({ [variable]: `${shown}` })[name]).toEqual(load({ [variable]: text })[name]);
        expect(shownOf({ [variable]: `${shown}` })?.value).toBe(shown);
      }),
    );
  },
);

test('shows durations and sizes with their units', () => {
  const env = { INBOX_WEBHOOK_RETRIES: '5,1800', INBOX_MAX_FILE_SIZE: '104857600' };
  const shown = shownSettings(readSettings({ data: '/nowhere' }, env), null);
  const textOf = (name: SettingName) => shown.find((one) => one.name === name)?.value;
  expect(textOf('webhookRetries')).toBe('5s,30m');
  expect(textOf('maxFileSize')).toBe('100MiB');
  expect(textOf('webhookTimeout')).toBe('10s');
});
