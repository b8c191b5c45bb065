import { expect, test } from 'bun:test';
import { isAllowed, parseAllowList, refusal } from '../../../src/core/outgoing/addresses.ts';

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
  'http://[::127.0.0.1]/',
  'http://[::ffff:0:10.0.0.1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2001:0:7f00:1::1]/',
  'http://[2600::5efe:a00:1]/',
  'http://[2600::200:5efe:a00:1]/',
  'http://[fec0::1]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[5f00::1]/',
  'http://192.0.2.1/',
  'http://192.88.99.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://localhost../',
  'ftp://example.com/',
  'file:///etc/passwd',
  'no url',
  'http://user:pass@example.com/',
])('refuses %s as a webhook', (url) => {
  expect(refusal(url, nothing)).toBeString();
});

test.each([
  'https://example.com/hook?a=b#c',
  'http://example.com:8080/',
  'https://8.8.8.8/',
  'https://[2606:4700::1111]/',
  'https://[::ffff:8.8.8.8]/',
  'https://localhost.example.com/',
  'https://[2a00:1450:4001:80b::200e]/',
  'https://[2600::5eff:a00:1]/',
])('accepts %s as a webhook', (url) => {
  expect(refusal(url, nothing)).toBeUndefined();
});

test('opens only the hosts, addresses and ranges that the operator allows', () => {
  const allowed = parseAllowList(['hooks.lan', 'localhost', '10.1.0.0/16', '::1']);
  const open = ['http://localhost/', 'http://HOOKS.lan/', 'http://10.1.2.3/', 'http://[::1]:9/'];
  expect(open.map((url) => refusal(url, allowed))).toEqual(open.map(() => undefined));
  expect(refusal('http://10.2.0.1/', allowed)).toBeString();
  expect(refusal('http://127.0.0.1/', allowed)).toBeString();
});

test('recognises an allowed host in any notation, and a mapped address', () => {
  const allowed = parseAllowList(['Bücher.lan', '::ffff:10.0.0.1', '64:ff9b::/96']);
  const open = ['http://xn--bcher-kva.lan./', 'http://BÜCHER.lan/', 'http://10.0.0.1/'];
  const nat64 = 'http://[64:ff9b::808:808]/';
  expect([...open, nat64].map((url) => refusal(url, allowed))).toEqual(Array(4).fill(undefined));
});

test.each(['0127.0.0.1', '1', '', 'example.com', '::ffff:127.0.0.1', '2600::1/64'])(
  'refuses to dial %p',
  (address) => {
    expect(isAllowed(address, nothing)).toBe(false);
  },
);
