import { expect, test } from 'bun:test';
import { Webhook } from 'standardwebhooks';
import type { Agent } from '../../src/core/channels/schema.ts';
import { ReviewExpiredEvent } from '../../src/core/webhooks/payloads.ts';
import { type Received, testReceiver } from '../support/delivery/http-receiver.ts';
import { servedInbox } from '../support/terminal/served.ts';
import { type Terminal, testTerminal } from '../support/terminal/terminal.ts';

/** `listen` as an agent's developer runs it: the server elsewhere, the receiver here. */
async function listening(env: Record<string, string> = {}) {
  const terminal = testTerminal();
  const receiver = testReceiver();
  const server = await terminal.serve();
  const channel = await terminal.json<Agent>('channel', 'create', 'deploys');
  const args = ['listen', '-c', 'deploys', '--forward-to', receiver.url];
  const listener = terminal.start(args, env);
  await listener.says('Forwarding events of “deploys” to');
  return {
    terminal,
    receiver,
    server,
    channel,
    listener,
    async [Symbol.asyncDispose]() {
      await terminal[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

async function answered(terminal: Terminal): Promise<string> {
  const id = await terminal.ok('ask', 'approve', 'Deploy?', '-c', 'deploys');
  await terminal.ok('answer', id, '--option', 'approve');
  return id;
}

const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, Object.fromEntries(headers));

test("posts a channel's events to a local URL as its webhook would, signed with its secret", async () => {
  await using here = await listening();
  const { terminal, receiver, channel } = here;
  const id = await answered(terminal);
  await receiver.has(1);
  const [received] = receiver.received;
  expect(receiver.bodies()).toEqual([
    {
      event: 'review:responded',
      channelId: channel.id,
      message_id: id,
      review_type: 'approval',
      response: { selectedOption: 'approve' },
      responded_at: expect.any(String),
    },
  ]);
  const secret = await terminal.ok('channel', 'webhook', 'secret', 'deploys');
  expect(received && verify(secret, received)).toMatchObject({ message_id: id });
  await here.listener.says('review:responded  answered 200');
});

test('posts an answer given during a lost connection once it is back, exactly once', async () => {
  await using here = await listening();
  const { terminal, receiver, server } = here;
  const before = await terminal.ok('ask', 'approve', 'Before?', '-c', 'deploys');
  await server.stop();
  await terminal.ok('answer', before, '--option', 'approve');
  await terminal.serve();
  await receiver.has(1);
  const after = await answered(terminal);
  await receiver.has(2);
  expect(receiver.bodies().map(({ message_id }) => message_id)).toEqual([before, after]);
});

test("posts a form's password in full, even after a lost connection", async () => {
  await using here = await listening();
  const { terminal, receiver, server } = here;
  const payload = '{"fields":[{"name":"pin","type":"password","label":"PIN"}]}';
  const ask = ['ask', 'form', 'PIN?', '-c', 'deploys', '--payload', '-'];
  const id = (await terminal.run(ask, { stdin: payload })).stdout.trim();
  await server.stop();
  await terminal.ok('answer', id, '--field', 'pin=1234');
  await terminal.serve();
  await receiver.has(1);
  expect(receiver.bodies()).toMatchObject([{ message_id: id, response: { pin: '1234' } }]);
});

test('posts the expiry of a question once', async () => {
  await using here = await listening();
  const { terminal, receiver, channel } = here;
  const id = await terminal.ok('ask', 'approve', 'Now?', '-c', 'deploys', '--expires', '1s');
  await receiver.has(1);
  await answered(terminal);
  await receiver.has(2);
  const [expired] = receiver.bodies();
  expect(ReviewExpiredEvent.parse(expired)).toEqual(expired);
  expect(expired).toMatchObject({ channelId: channel.id, message_id: id });
});

test('prints the signing secret with only an API key, and posts no earlier answers', async () => {
  const terminal = testTerminal();
  await using receiver = testReceiver();
  const { url } = await terminal.serve();
  await terminal.channel();
  const key = await terminal.ok('key', 'create', 'laptop', '-c', 'deploys');
  await answered(terminal);
  const args = ['--url', url, 'listen', '-c', 'deploys', '--forward-to', receiver.url];
  const listener = terminal.start(args, { INBOX_API_KEY: key });
  await listener.says('Forwarding events of “deploys” to');
  const id = await answered(terminal);
  await receiver.has(1);
  expect(receiver.bodies()).toMatchObject([{ message_id: id }]);
  listener.kill('SIGINT');
  const { stderr, code } = await listener.ended;
  expect(code).toBe(130);
  const [, secret = ''] = /Signing secret: (whsec_\S+)/.exec(stderr) ?? [];
  const [received] = receiver.received;
  expect(received && verify(secret, received)).toMatchObject({ message_id: id });
  await terminal[Symbol.asyncDispose]();
});

test.each([
  [['-c', 'deploys'], '--forward-to is required'],
  [['--forward-to', 'http://localhost:1'], '--channel is required'],
  [['-c', 'deploys', '--forward-to', 'localhost:1'], 'must be an http or https URL'],
])('exits 2 for listen %p', async (args, sentence) => {
  await using terminal = testTerminal();
  const { code, stderr } = await terminal.run(['listen', ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
});

test('prints a refused event in red, with local time', async () => {
  await using inbox = await servedInbox();
  await using receiver = testReceiver();
  receiver.answer(() => 500);
  const { terminal } = inbox;
  const args = ['listen', '-c', 'deploys', '--forward-to', receiver.url];
  const screen = terminal.open(args, { TZ: 'Asia/Tokyo' }, { columns: 120, rows: 24 });
  await screen.shows('Forwarding events of “deploys” to');
  await answered(terminal);
  await screen.shows('answered 500: not delivered');
  expect(screen.raw()).toContain('\u001b[31manswered 500: not delivered\u001b[39m');
  const [, hour] = /(\d\d):\d\d:\d\d {2}review:responded/.exec(screen.text()) ?? [];
  const tokyo = new Date(Date.now() + 9 * 3_600_000).getUTCHours();
  expect([tokyo, (tokyo + 23) % 24]).toContain(Number(hour));
});
