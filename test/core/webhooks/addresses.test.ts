import { expect, test } from 'bun:test';
import { parseAllowList, refusal } from '../../../src/core/webhooks/addresses.ts';

const nothing = parseAllowList([]);

test.each([
  'http://localhost/',
  'http://LOCALHOST:8080/',
  'http://localhost./',
  'http://a.localhost/',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1/',
  'http://0.0.0.0/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[::]/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://[ff02::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://user:pass@example.com/',
])('%s is no webhook’s address', (url) => {
  expect(refusal(url, nothing)).toBeString();
});

test.each([
  'https://example.com/hook?a=b#c',
  'http://example.com:8080/',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://[::ffff:8.8.8.8]/',
  'https://localhost.example.com/',
])('%s may be one', (url) => {
  expect(refusal(url, nothing)).toBeUndefined();
});

test('an operator opens hosts, addresses and ranges, and nothing beside them', () => {
  const allowed = parseAllowList(['hooks.lan', 'localhost', '10.1.0.0/16', '::1']);
  const open = ['http://localhost/', 'http://HOOKS.lan/', 'http://10.1.2.3/', 'http://[::1]:9/'];
  expect(open.map((url) => refusal(url, allowed))).toEqual(open.map(() => undefined));
  expect(refusal('http://10.2.0.1/', allowed)).toBeString();
  expect(refusal('http://127.0.0.1/', allowed)).toBeString();
});
