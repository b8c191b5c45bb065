import { expect, test } from 'bun:test';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import type { Delivery } from '../../src/core/webhooks/schema.ts';
import { removeDirectory, temporaryDirectory } from '../support/directory.ts';
import { testReceiver } from '../support/http-receiver.ts';
import { serveInProcess } from '../support/process.ts';

/** A hundred kills by the flag, in about a minute. */
const ROUNDS = Number(process.env.INBOX_KILLS ?? 12);
const SIDES = 8;
const env = { INBOX_WEBHOOK_ALLOW: '127.0.0.1', INBOX_WEBHOOK_RETRIES: '20ms,20ms,20ms' };

test('kills lose no answer: each is delivered, or seen to have failed, under one id', async () => {
  const data = temporaryDirectory();
  let turn = 0;
  await using receiver = testReceiver(() => (turn++ % 2 === 0 ? 500 : 200));
  const answered: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const server = await serveInProcess(data, env);
    const body = { name: 'Bot', webhookUrl: receiver.url };
    const channelId = (await server.owner.post<Agent>('/agents', body)).body.id;
    const enough = answered.length + 1 + Math.floor(Math.random() * 24);
    await Promise.all(
      Array.from({ length: SIDES }, () => answer(server, channelId, answered, enough)),
    );
    await server.end('SIGKILL');
  }
  expect(answered.length).toBeGreaterThan(ROUNDS);
  await settled(data, answered, receiver);
  removeDirectory(data);
}, 180_000);

type Server = Awaited<ReturnType<typeof serveInProcess>>;

/** Asks and answers, notes what was acknowledged, and kills the server when that is enough. */
async function answer(server: Server, channelId: string, answered: string[], enough: number) {
  const review = { type: 'approval' };
  const response = { selectedOption: 'approve' };
  while (true) {
    try {
      const { body } = await server.agent.post<Message>('/messages', { channelId, review });
      const { status } = await server.owner.post(`/reviews/${body.id}/respond`, { response });
      if (status === 200) answered.push(body.id);
      if (answered.length >= enough) void server.end('SIGKILL');
    } catch {
      return;
    }
  }
}

/** After the last start every answer's delivery goes one way or the other. */
async function settled(data: string, answered: string[], receiver: { bodies: () => unknown[] }) {
  const server = await serveInProcess(data, env);
  const came = () => new Map<string, Set<string>>();
  const ids = came();
  for (const id of answered) {
    const delivery = await settledDelivery(server, id);
    ids.set(id, new Set([delivery.id]));
    const { body } = await server.owner.get<Message>(`/messages/${id}`);
    const expected = delivery.status === 'delivered' ? 'webhook_delivered' : 'webhook_failed';
    expect([id, body.deliveryStatus]).toEqual([id, expected]);
  }
  const posted = new Set(
    (receiver.bodies() as { message_id: string }[]).map(({ message_id }) => message_id),
  );
  expect(answered.filter((id) => !posted.has(id))).toEqual([]);
  await server.end('SIGKILL');
}

async function settledDelivery(server: Server, message: string): Promise<Delivery> {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const { body } = await server.owner.get<Delivery[]>(`/deliveries?message=${message}`);
    expect([message, body.length]).toEqual([message, 1]);
    if (body[0] && body[0].status !== 'pending') return body[0];
    await Bun.sleep(20);
  }
  throw new Error(`The delivery of ${message} never settled`);
}
