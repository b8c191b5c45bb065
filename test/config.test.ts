import { expect, test } from 'bun:test';
import { ConfigError, loadConfig } from '../src/config.ts';

const load = (env: Record<string, string>) => loadConfig({ data: '/nowhere' }, env);

test('the rate limit is requests a second, or off', () => {
  expect(load({}).rateLimit).toBe(100);
  expect(load({ INBOX_RATE_LIMIT: '2.5' }).rateLimit).toBe(2.5);
  expect(load({ INBOX_RATE_LIMIT: 'off' }).rateLimit).toBe('off');
  for (const odd of ['0', '-1', 'none', 'Infinity', 'NaN']) {
    expect(() => load({ INBOX_RATE_LIMIT: odd })).toThrow(ConfigError);
  }
});

test('origins are listed with commas, and compared as browsers write them', () => {
  expect(load({}).corsOrigins).toEqual([]);
  const listed = 'https://App.example.com/, http://localhost:3000 ,';
  expect(load({ INBOX_CORS_ORIGINS: listed }).corsOrigins).toEqual([
    'https://app.example.com',
    'http://localhost:3000',
  ]);
  for (const odd of ['*', 'app.example.com', 'file:///x', 'null']) {
    expect(() => load({ INBOX_CORS_ORIGINS: odd })).toThrow('INBOX_CORS_ORIGINS does not fit');
  }
});
