import { expect, test } from 'bun:test';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import type { Outcome } from '../../src/core/outgoing/outcome.ts';
import { answerOf, receiver } from '../support/delivery/raw-receiver.ts';

const support = join(import.meta.dir, '../support');
const ca = { NODE_EXTRA_CA_CERTS: join(support, 'machine/tls/ca.pem') };

const senders = ['any', 'own'] as const;
type Sending = { sender: (typeof senders)[number]; env: Record<string, string> };

async function sendWith({ sender, env }: Sending, url: string): Promise<Outcome> {
  const command = [process.execPath, join(support, 'delivery/send-once.ts'), url, sender];
  const child = Bun.spawn(command, { env: { ...process.env, ...env } });
  return new Response(child.stdout).json();
}

/** Has a certificate for hooks.test and 127.0.0.2, of an authority that nobody knows. */
async function secureReceiver() {
  const read = (name: string) => Bun.file(join(support, 'machine/tls', name)).text();
  const asked: unknown[] = [];
  const server = createServer({ key: await read('leaf.key'), cert: await read('leaf.pem') });
  server.on('secureConnection', (socket: TLSSocket) => {
    asked.push(socket.servername);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answerOf(200)));
  });
  server.listen({ port: 0, host: '127.0.0.2' });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, asked, [Symbol.dispose]: () => void server.close() };
}

test.each(senders)(
  'checks a certificate against the hostname and sends it as SNI: %s',
  async (sender) => {
    using there = await secureReceiver();
    const named = await sendWith({ sender, env: ca }, `https://hooks.test.:${there.port}/`);
    expect(named).toMatchObject({ result: 'accepted', status: 200 });
    expect(there.asked).toEqual(['hooks.test']);
    const other = await sendWith({ sender, env: ca }, `https://other.test:${there.port}/`);
    expect(other).toMatchObject({ result: 'refused', status: null });
    expect(other.error).toContain('other.test');
    const literal = await sendWith({ sender, env: ca }, `https://127.0.0.2:${there.port}/`);
    expect(literal).toMatchObject({ result: 'accepted' });
  },
  20_000,
);

test.each(senders)(
  'refuses an untrusted certificate, whatever the environment sets: %s',
  async (sender) => {
    using there = await secureReceiver();
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const outcome = await sendWith({ sender, env }, `https://hooks.test:${there.port}/`);
    expect(outcome).toMatchObject({ result: 'refused', status: null });
    expect(outcome.error).toContain('certificate');
  },
  20_000,
);

test.each(senders)(
  'ignores proxies from the environment: %s',
  async (sender) => {
    await using proxy = await receiver();
    await using there = await receiver();
    const url = `http://127.0.0.2:${proxy.port}`;
    const env = { HTTP_PROXY: url, http_proxy: url, ALL_PROXY: url, NODE_USE_ENV_PROXY: '1' };
    expect(await sendWith({ sender, env }, there.url)).toMatchObject({ result: 'accepted' });
    expect([there.counts.connections, proxy.counts.connections]).toEqual([1, 0]);
  },
  20_000,
);
