import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { requestHeaders } from '../../src/delivery/http/request-headers.ts';
import { receiver } from '../support/delivery/raw-receiver.ts';
import { testSender } from '../support/delivery/sender.ts';
import { anyCharacter } from '../support/texts/characters.ts';

const ours = ['accept-encoding', 'connection', 'content-length', 'host', 'user-agent'];
const never = ['expect', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'];
const denied = [...ours, ...never, 'proxy-authorization', 'proxy-x', 'webhook-x'];

/** Writes a name in any case. */
const recased = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((ups) => [...name].map((c, at) => (ups[at] ? c.toUpperCase() : c)).join(''));
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...denied).chain(recased) },
  { weight: 2, arbitrary: fc.stringMatching(/^[A-Za-z!#$%&'*+.^_`|~-]{1,12}$/) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
  { weight: 1, arbitrary: fc.constantFrom('x: y\r\nz', 'x y', '', ' host', 'host ', '__proto__') },
);
const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('x\r\nHost: evil', 'x\nx-split: 1', 'x\r\n\r\nPOST / HTTP/1.1', 'chunked', '\0'),
);
const headers = fc.dictionary(name, value, { maxKeys: 12, noNullPrototype: true });

test('lets no channel header split the request or replace one of the inbox', async () => {
  await using there = await receiver();
  using sender = testSender();
  const send = async (given: Record<string, string>) => {
    const outcome = await sender.post(there.url, { headers: given, body: '{"a":1}' });
    expect(outcome.error).toBeNull();
    const got = there.received.pop();
    const names = got?.headers.map(([name]) => name) ?? [];
    expect(there.received).toBeEmpty();
    expect(got?.body).toBe('{"a":1}');
    expect(names).toHaveLength(new Set(names).size);
    expect(names.filter((name) => never.includes(name) || name === 'x-split')).toBeEmpty();
    expect(names.filter((name) => /^(proxy|webhook)-/.test(name))).toBeEmpty();
    const sent = Object.fromEntries(got?.headers ?? []);
    expect(sent.host).toBe(`127.0.0.2:${there.port}`);
    expect(sent['user-agent']).toStartWith('agent-inbox/');
    expect(sent).toMatchObject({ connection: 'close', 'content-length': '7' });
  };
  await fc.assert(fc.asyncProperty(headers, send), { numRuns: 1000 });
}, 60_000);

test('lets no channel header replace the signature', () => {
  const given = {
    'webhook-id': '1',
    'Webhook-Id': '2',
    'WEBHOOK-SIGNATURE': 'x',
    'X-A': '1',
    'x-a': '2',
  };
  const sent = requestHeaders(new URL('http://example.com/'), given);
  expect(sent).toMatchObject({ 'webhook-id': '1', 'x-a': '2' });
  expect(Object.keys(sent).filter((name) => /webhook/i.test(name))).toEqual(['webhook-id']);
});

test("keeps a channel's own content type", () => {
  const sent = requestHeaders(new URL('http://example.com/'), { 'Content-Type': 'text/x' });
  expect(sent['content-type']).toBe('text/x');
});
