import { expect, test } from 'bun:test';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import type { Outcome } from '../../src/core/outgoing/outcome.ts';
import { answerOf, receiver } from '../support/delivery/raw-receiver.ts';

const support = join(import.meta.dir, '../support');
const ca = { NODE_EXTRA_CA_CERTS: join(support, 'machine/tls/ca.pem') };

async function sendWith(env: Record<string, string>, url: string): Promise<Outcome> {
  const script = join(support, 'delivery/send-once.ts');
  const child = Bun.spawn([process.execPath, script, url], { env: { ...process.env, ...env } });
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

test('checks a certificate against the hostname and sends it as SNI', async () => {
  using there = await secureReceiver();
  const named = await sendWith(ca, `https://hooks.test.:${there.port}/`);
  expect(named).toMatchObject({ result: 'accepted', status: 200 });
  expect(there.asked).toEqual(['hooks.test']);
  const other = await sendWith(ca, `https://other.test:${there.port}/`);
  expect(other).toMatchObject({ result: 'refused', status: null });
  expect(other.error).toContain('other.test');
  const literal = await sendWith(ca, `https://127.0.0.2:${there.port}/`);
  expect(literal).toMatchObject({ result: 'accepted' });
}, 20_000);

test('refuses an untrusted certificate, whatever the environment sets', async () => {
  using there = await secureReceiver();
  const careless = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const outcome = await sendWith(careless, `https://hooks.test:${there.port}/`);
  expect(outcome).toMatchObject({ result: 'refused', status: null });
  expect(outcome.error).toContain('certificate');
}, 20_000);

test('ignores proxies from the environment', async () => {
  await using proxy = await receiver();
  await using there = await receiver();
  const url = `http://127.0.0.2:${proxy.port}`;
  const env = { HTTP_PROXY: url, http_proxy: url, ALL_PROXY: url, NODE_USE_ENV_PROXY: '1' };
  expect(await sendWith(env, there.url)).toMatchObject({ result: 'accepted' });
  expect([there.counts.connections, proxy.counts.connections]).toEqual([1, 0]);
}, 20_000);
