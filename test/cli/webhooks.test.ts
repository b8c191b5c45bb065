import { expect, test } from 'bun:test';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import type { Delivery, Webhook } from '../../src/core/webhooks/schema.ts';
import { testReceiver } from '../support/delivery/http-receiver.ts';
import { eventually } from '../support/reach/eventually.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

const env = { INBOX_WEBHOOK_ALLOW: '127.0.0.1', INBOX_WEBHOOK_RETRIES: 'off' };

/** A served inbox with a channel whose webhook is a receiver here. */
async function withWebhook(answer?: Parameters<typeof testReceiver>[0]) {
  const terminal = testTerminal();
  const receiver = testReceiver(answer);
  await terminal.serve(env);
  await terminal.channel();
  await terminal.ok(
    'channel',
    'webhook',
    'set',
    'deploys',
    receiver.url,
    '--header',
    'X-Team: web',
  );
  return {
    terminal,
    receiver,
    /** Asks, answers, and waits until the receiver has got it. */
    async answer(): Promise<string> {
      const id = await terminal.ok('ask', 'approve', 'Deploy?', '-c', 'deploys');
      const arrived = receiver.received.length;
      await terminal.ok('answer', id, '--option', 'approve');
      await receiver.has(arrived + 1);
      return id;
    },
    async [Symbol.asyncDispose]() {
      await terminal[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

test('sets, shows without its secret, tests and removes a webhook', async () => {
  await using here = await withWebhook();
  const { terminal, receiver } = here;
  const shown = await terminal.run(['channel', 'webhook', 'show', 'deploys']);
  expect([shown.stdout, shown.stderr]).toEqual([`${receiver.url}\n`, 'with header X-Team\n']);
  const tested = await terminal.run(['channel', 'webhook', 'test', 'deploys']);
  expect([tested.code, tested.stdout]).toEqual([0, '']);
  expect(tested.stderr).toContain('answered 200');
  expect(receiver.bodies()).toMatchObject([{ event: 'webhook:test' }]);
  expect(receiver.received[0]?.headers.get('x-team')).toBe('web');
  const removed = await terminal.json<Agent>('channel', 'webhook', 'rm', 'deploys');
  expect(removed.webhookUrl).toBeNull();
  const none = await terminal.run(['channel', 'webhook', 'test', 'deploys']);
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringContaining('This channel has no webhook. Set one first'),
  ]);
});

test('exits 1 for a failed test and gives the reason', async () => {
  await using here = await withWebhook(() => 503);
  const { code, stderr } = await here.terminal.run(['channel', 'webhook', 'test', 'deploys']);
  expect(code).toBe(1);
  expect(stderr).toContain('503');
});

test('prints the secret alone, and signs with both secrets after a rotation', async () => {
  await using here = await withWebhook();
  const { terminal } = here;
  const secret = await terminal.ok('channel', 'webhook', 'secret', 'deploys');
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{32}$/);
  const rotated = await terminal.json<Webhook>(
    'channel',
    'webhook',
    'secret',
    'deploys',
    '--rotate',
  );
  expect(rotated.oldSecret).toBe(secret);
  expect(await terminal.ok('channel', 'webhook', 'secret', 'deploys')).toBe(rotated.secret);
  await here.answer();
  const [received] = here.receiver.received;
  expect(received?.headers.get('webhook-signature')?.split(' ')).toHaveLength(2);
});

test('exits 2 for an invalid header', async () => {
  await using here = await withWebhook();
  const args = ['channel', 'webhook', 'set', 'deploys', here.receiver.url, '--header', 'nonsense'];
  const { code, stderr } = await here.terminal.run(args);
  expect([code, stderr]).toEqual([2, expect.stringContaining('use --header "Name: value"')]);
});

test('lists deliveries, shows each attempt, and retries by either id', async () => {
  await using here = await withWebhook(() => new Response('busy', { status: 503 }));
  const { terminal, receiver } = here;
  const message = await here.answer();
  const [failed] = await settled(terminal, message);
  expect(failed).toMatchObject({ status: 'failed', messageId: message });
  const id = failed?.id ?? '';
  expect(await terminal.ok('deliveries', '--failed')).toContain(id);
  const shown = await terminal.ok('deliveries', 'show', id);
  expect(shown).toContain('review:responded');
  expect(shown).toContain('503');
  expect(shown).toContain('  busy');
  expect(shown).toMatch(/^\d+ \w{3} \d\d:\d\d {2}HTTP 503: not delivered {2}\(\d+ ms\)$/m);
  receiver.answer(() => 200);
  await terminal.ok('deliveries', 'retry', id);
  await receiver.has(2);
  expect((await settled(terminal, message))[0]?.status).toBe('delivered');
  await terminal.ok('deliveries', 'retry', message);
  expect(await terminal.ok('deliveries', '--failed')).toBe('');
  expect((await terminal.json<Message>('show', message)).deliveryStatus).toBe('webhook_delivered');
  expect((await terminal.run(['deliveries', 'show', 'unknown'])).code).toBe(1);
});

const settled = (terminal: ReturnType<typeof testTerminal>, message: string) =>
  eventually(async () => {
    const deliveries = await terminal.json<Delivery[]>('deliveries', '-m', message);
    return deliveries.every(({ status }) => status !== 'pending') ? deliveries : null;
  });

test('confirms a removed webhook, and refuses to retry a test', async () => {
  await using here = await withWebhook();
  const { terminal } = here;
  await terminal.ok('channel', 'webhook', 'test', 'deploys');
  const [sent] = await terminal.json<Delivery[]>('deliveries');
  const again = await terminal.run(['deliveries', 'retry', `${sent?.id}`]);
  expect([again.code, again.stderr]).toEqual([
    2,
    'error: A test cannot be retried. Send another with `inbox channel webhook test`\n',
  ]);
  const removed = await terminal.run(['channel', 'webhook', 'rm', 'deploys']);
  expect(removed.stderr).toBe('Webhook removed from “deploys”.\n');
});
