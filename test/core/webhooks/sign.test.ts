import { expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from '../../../src/core/webhooks/sign.ts';

const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(24, '.')).toString('base64')}`;
const [one, other] = [secretOf('one'), secretOf('other')];
const body = '{"event":"review:responded","text":"Grüße 🚀"}';
const sign = (secrets: string[], atMs = Date.now()) =>
  signedHeaders({ id: '01K', body, secrets, atMs });
const verify = (secret: string, headers: Record<string, string>, text = body) =>
  new Webhook(secret).verify(text, headers);

test('signs so that the public Standard Webhooks package verifies it', () => {
  expect(verify(one, sign([one]))).toEqual(JSON.parse(body));
});

test('signs with both secrets during a rotation', () => {
  const headers = sign([one, other]);
  expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
  expect(verify(one, headers)).toEqual(JSON.parse(body));
  expect(verify(other, headers)).toEqual(JSON.parse(body));
});

test('fails verification for a changed body, id or time, another secret and an old signature', () => {
  const headers = sign([one]);
  const later = String(Number(headers['webhook-timestamp']) + 1);
  expect(() => verify(one, headers, body.replace('ü', 'u'))).toThrow('No matching signature');
  expect(() => verify(one, { ...headers, 'webhook-id': '01L' })).toThrow('No matching signature');
  expect(() => verify(one, { ...headers, 'webhook-timestamp': later })).toThrow('No matching');
  expect(() => verify(other, headers)).toThrow('No matching signature');
  expect(() => verify(one, sign([one], Date.now() - 301_000))).toThrow('too old');
});
