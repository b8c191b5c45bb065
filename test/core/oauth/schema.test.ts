import { expect, test } from 'bun:test';
import { OAuthAnswer, OAuthStart } from '../../../src/core/oauth/schema.ts';

const flow = { channelId: 'c', state: 's', provider: 'github' };
const deviceCode = { verificationUri: 'https://example.com/device', userCode: 'AB-CD' };

test('sets omitted fields to null', () => {
  const empty = { ...flow, authUrl: null, deviceCode: null };
  expect(OAuthStart.parse(flow)).toEqual(empty);
  expect(OAuthStart.parse({ ...empty, more: 1 })).toEqual(empty);
  expect(OAuthStart.parse({ ...flow, deviceCode }).deviceCode).toEqual(deviceCode);
});

const broken: [field: string, value: unknown][] = [
  ['channelId', undefined],
  ['state', undefined],
  ['state', ''],
  ['state', 's'.repeat(1025)],
  ['provider', undefined],
  ['provider', 'p'.repeat(101)],
  ['authUrl', 'javascript:alert(1)'],
  ['authUrl', 'java\tscript:alert(1)'],
  ['authUrl', 'data:text/html,x'],
  ['authUrl', '/authorize'],
  ['authUrl', `https://example.com/${'a'.repeat(8192)}`],
  ['deviceCode', {}],
  ['deviceCode', { ...deviceCode, verificationUri: 'javascript:alert(1)' }],
  ['deviceCode', { ...deviceCode, userCode: 'A'.repeat(201) }],
  ['deviceCode', { ...deviceCode, expiresIn: '900' }],
  ['deviceCode', { ...deviceCode, expiresIn: Number.POSITIVE_INFINITY }],
];

test('refuses a flow without channel, state or provider, or with an invalid URL', () => {
  for (const [field, value] of broken) {
    const { error } = OAuthStart.safeParse({ ...flow, [field]: value });
    expect([value, error?.issues[0]?.path[0]]).toEqual([value, field]);
  }
});

test('requires a code or an error, and prefers the error', () => {
  const error = { state: 's', error: 'access_denied' };
  expect(OAuthAnswer.parse({ ...error, code: 'c' })).toEqual({ ...error, errorDescription: '' });
  expect(OAuthAnswer.safeParse({ state: 's' }).success).toBe(false);
  const long = { state: 's', error: 'e'.repeat(201), code: 'c' };
  expect(OAuthAnswer.safeParse(long).success).toBe(false);
});
