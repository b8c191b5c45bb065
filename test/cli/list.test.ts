import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { holding } from '../support/proxies/holding.ts';
import { testServer } from '../support/server/server.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

const texts = Array.from({ length: 150 }, (_, at) => `Question ${at}?`);

/**
 * Returns the output of `inbox list`, whose second page of 150 pending questions is held for a
 * while.
 */
async function listed(...flags: string[]): Promise<string> {
  await using server = await testServer({ rateLimit: 'off' });
  await using terminal = testTerminal();
  const { id: channelId } = await server.channel();
  const { body } = await server.as.owner.post<{ token: string }>('/tokens', { name: 'laptop' });
  for (const [at, text] of texts.entries()) {
    const review = { type: 'approval', expiresInSeconds: 50_000 + 10 * at };
    await server.as.agent.post<Message>('/messages', { channelId, text, review });
  }
  using way = await holding(server.url, 'cursor=');
  const command = ['list', '--url', way.url, ...flags];
  const child = terminal.start(command, { INBOX_TOKEN: body.token });
  await way.answered;
  await child.prints('Question 99?');
  way.release();
  const { code, stdout, stderr } = await child.ended;
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

test('prints pending questions page by page', async () => {
  const lines = (await listed()).trimEnd().split('\n');
  expect(lines.map((line) => line.split('\t').at(-1))).toEqual(texts);
});

test('prints pages as one JSON array', async () => {
  const stdout = await listed('--json');
  const messages: Message[] = JSON.parse(stdout);
  expect(messages.map(({ text }) => text)).toEqual(texts);
  expect(stdout).toBe(`${JSON.stringify(messages, null, 2)}\n`);
});
