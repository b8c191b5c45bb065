import { expect, test } from 'bun:test';
import { readFile } from 'node:fs/promises';
import { parseAllowList } from '../../src/core/outgoing/addresses.ts';
import { addressesIn } from '../../src/delivery/http/hosts-file.ts';
import { createResolve } from '../../src/delivery/http/resolve.ts';
import { nameServer } from '../support/delivery/name-server.ts';
import { receiver } from '../support/delivery/raw-receiver.ts';
import { testSender } from '../support/delivery/sender.ts';

const six = [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
const records = {
  'four.test': { 1: [[127, 0, 0, 2]] },
  'both.test': { 1: [[127, 0, 0, 2]], 28: [six] },
  'none.test': {},
};
const nothing = parseAllowList([]);

test('resolves a name to its IPv4 and then its IPv6 addresses', async () => {
  using names = await nameServer(records);
  const resolve = createResolve(nothing, names.servers);
  expect(await resolve('four.test')).toEqual(['127.0.0.2']);
  expect(await resolve('both.test')).toEqual(['127.0.0.2', '2001:db8::1']);
  await expect(resolve('none.test')).rejects.toThrow('DNS lookup failed for none.test');
});

test('refuses a hostname if any of its addresses is private', async () => {
  using names = await nameServer(records);
  using sender = testSender({ resolve: createResolve(nothing, names.servers) });
  await using there = await receiver();
  const outcome = await sender.post(`http://both.test:${there.port}/`);
  expect(outcome.error).toBe(
    'both.test resolves to 2001:db8::1, which is not publicly reachable. To allow it, add both.test to INBOX_WEBHOOK_ALLOW',
  );
  expect(there.counts.connections).toBe(0);
});

test('delays neither another webhook nor the disk during 300 unanswered lookups', async () => {
  using names = await nameServer(records);
  const resolve = createResolve(nothing, names.servers, 60_000);
  using sender = testSender({ resolve, timeoutMs: 25_000 });
  await using there = await receiver();
  let ended = 0;
  const dead: ReturnType<typeof sender.post>[] = [];
  // Ten at a time: six hundred simultaneous queries are more than a socket keeps, and half would be
  // lost.
  while (dead.length < 300) {
    for (let n = 0; n < 10; n++) {
      dead.push(sender.post(`http://dead-${dead.length}.test/`).finally(() => ended++));
    }
    while (names.counts.asked < 2 * dead.length) await Bun.sleep(1);
  }
  await Promise.all(Array.from({ length: 20 }, () => readFile(import.meta.path)));
  expect(await sender.post(`http://four.test:${there.port}/`)).toMatchObject({
    result: 'accepted',
  });
  expect(ended).toBe(0);
  sender.close();
  const ends = await Promise.all(dead);
  expect(ends.filter(({ result, status }) => result === 'refused' && status === null)).toHaveLength(
    300,
  );
}, 60_000);

test('resolves an allowed name by the hosts file, but not another', async () => {
  using names = await nameServer({});
  const open = createResolve(parseAllowList(['localhost']), names.servers);
  expect(await open('localhost')).toContain('127.0.0.1');
  expect(names.counts.asked).toBe(0);
  using sender = testSender({ allow: [] });
  expect((await sender.post('http://localhost/')).error).toContain('not publicly reachable');
});

test('parses a hosts file as the system does', () => {
  const file =
    '# 10.0.0.9 hooks.lan\n\t10.0.0.5 Hooks.LAN hooks # rack\r\nfd00::5 hooks.lan\nx hooks.lan';
  expect(addressesIn(file, 'hooks.lan')).toEqual(['10.0.0.5', 'fd00::5']);
  expect(addressesIn(file, 'hooks')).toEqual(['10.0.0.5']);
  expect(addressesIn(file, 'rack')).toEqual([]);
  expect(addressesIn(file, '10.0.0.5')).toEqual([]);
});
