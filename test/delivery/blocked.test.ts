import { expect, test } from 'bun:test';
import { closedBeside } from '../support/delivery/closed-beside.ts';
import { answerOf } from '../support/delivery/raw-receiver.ts';
import { testSender } from '../support/delivery/sender.ts';
import { answers, friendlyUrls, hostileUrls } from '../support/delivery/urls.ts';

const resolve = async (host: string) => {
  if (host === 'open.test') return ['127.0.0.2'];
  const found = answers[host];
  if (!found) throw new Error('not found');
  return found;
};

test('reaches no blocked address, however its URL is written', async () => {
  await using ground = await closedBeside();
  using sender = testSender({ resolve });
  const urls = hostileUrls(ground.port);
  expect(new Set(urls).size).toBeGreaterThan(3000);
  for (const url of urls) {
    const outcome = await sender.post(url);
    expect([url, outcome.result, outcome.status]).toEqual([url, 'refused', null]);
    expect(outcome.error).toBeString();
    // Refused, and not tried in vain.
    expect([url, outcome.error]).not.toEqual([url, expect.stringContaining('connect')]);
  }
  expect([ground.slips(), ground.open.counts.connections]).toEqual([0, 0]);
}, 60_000);

test('reaches allowed addresses, however their URLs are written', async () => {
  await using ground = await closedBeside();
  using sender = testSender({ resolve });
  const urls = friendlyUrls(ground.port);
  for (const url of urls) expect([url, (await sender.post(url)).error]).toEqual([url, null]);
  expect(ground.open.counts.connections).toBe(urls.length);
  expect(ground.slips()).toBe(0);
});

test.each([301, 302, 303, 307, 308])(
  'does not follow a %d to a blocked address',
  async (status) => {
    const location = (port: number) => `Location: http://127.0.0.1:${port}/\r\n`;
    await using ground = await closedBeside({
      answer: (socket) => socket.end(answerOf(status, '', location(socket.localPort ?? 0))),
    });
    using sender = testSender();
    const outcome = await sender.post(ground.open.url);
    expect(outcome).toMatchObject({ result: 'refused', status });
    expect([ground.open.counts.connections, ground.slips()]).toEqual([1, 0]);
  },
);

test('looks a name up once per attempt, and checks every result', async () => {
  await using ground = await closedBeside();
  const asked = new Map<string, number>();
  const resolve = async (host: string) => {
    const times = (asked.get(host) ?? 0) + 1;
    asked.set(host, times);
    return [times === 1 ? '127.0.0.2' : '127.0.0.1'];
  };
  using sender = testSender({ resolve });
  const rebind = async (_: unknown, index: number) => {
    const url = `http://rebind-${index}.test:${ground.port}/`;
    const first = await sender.post(url);
    const second = await sender.post(url);
    return [
      first.result,
      second.result,
      second.error?.includes('127.0.0.1, which is not publicly'),
    ];
  };
  const went = await Promise.all(Array.from({ length: 500 }, rebind));
  expect(new Set(went.map(String))).toEqual(new Set(['accepted,refused,true']));
  expect([...asked.values()].every((times) => times === 2)).toBe(true);
  expect([ground.open.counts.connections, ground.slips()]).toEqual([500, 0]);
});

test("dials only the addresses from its own resolver, not the system's", async () => {
  await using ground = await closedBeside();
  // Every machine leads `localhost` to 127.0.0.1.
  using sender = testSender({ allow: ['localhost'], resolve: async () => ['127.0.0.2'] });
  expect(await sender.post(`http://localhost:${ground.port}/`)).toMatchObject({
    result: 'accepted',
  });
  expect([ground.open.counts.connections, ground.slips()]).toEqual([1, 0]);
});

test('tries the next address when one refuses the connection', async () => {
  await using ground = await closedBeside();
  const resolve = async () => ['127.0.0.3', '127.0.0.2'];
  using sender = testSender({ allow: ['127.0.0.2', '127.0.0.3'], resolve });
  expect(await sender.post(`http://two.test:${ground.port}/`)).toMatchObject({
    result: 'accepted',
  });
  expect(ground.open.received[0]?.headers).toContainEqual(['host', `two.test:${ground.port}`]);
});
