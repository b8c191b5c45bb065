import { expect, test } from 'bun:test';
import type { NewToken } from '../../src/core/access/schema.ts';
import type { Contact } from '../../src/core/notify/schema.ts';
import type { PushKey } from '../../src/ways/webpush/schema.ts';
import { testSubscription } from '../support/reach/subscription.ts';
import { testServer } from '../support/server/server.ts';

const withSubject = { pushSubject: 'ops@example.com' };
const valid = testSubscription().address;
const contact = { kind: 'webpush', address: valid };

test('keeps the key that browsers subscribe with', async () => {
  await using server = await testServer(withSubject);
  const { owner, agent } = server.as;
  const { body } = await owner.get<PushKey>('/push/key');
  expect(Buffer.from(body.key, 'base64url')).toHaveLength(65);
  expect((await owner.get<PushKey>('/push/key')).body).toEqual(body);
  expect((await agent.get('/push/key')).status).toBe(403);
});

test.each([
  ['without an address that looks public', {}, 409],
  ['with an http URL', { publicUrl: 'http://inbox.example.com' }, 409],
  ['with an https URL of the local network', { publicUrl: 'https://inbox.lan' }, 409],
  ['with an https URL of an address', { publicUrl: 'https://203.0.113.7' }, 409],
  ['with a public https URL', { publicUrl: 'https://inbox.example.com' }, 200],
  ['with an e-mail address', withSubject, 200],
  ['with a mailto URL', { pushSubject: 'mailto:ops@example.com' }, 200],
])('is on or off %s', async (_, flags, status) => {
  await using server = await testServer(flags);
  const answer = await server.as.owner.get('/push/key');
  expect(answer.status).toBe(status);
  const added = await server.as.owner.post('/contacts', contact);
  expect(added.status).toBe(status === 200 ? 201 : 400);
  if (status === 200) return;
  expect(answer.body.message).toContain('INBOX_PUSH_SUBJECT');
  expect(added.body).toMatchObject({ errors: [{ path: ['kind'] }] } as never);
});

test('uses the e-mail address of the first owner whose domain looks public', async () => {
  await using server = await testServer();
  const { owner } = server.as;
  const user = { role: 'owner', password: 'correct horse battery' };
  await owner.post('/users', { ...user, name: 'Lea', email: 'lea@inbox.local' });
  expect((await owner.get('/push/key')).status).toBe(409);
  await owner.post('/users', { ...user, name: 'Kim', email: 'kim@example.com' });
  expect((await owner.get('/push/key')).status).toBe(200);
});

test('adds a subscription once, and moves it to the user who adds it last', async () => {
  await using server = await testServer(withSubject);
  const { as } = server;
  const email = 'rita@example.com';
  await as.owner.post('/users', { name: 'Rita', email, channels: [] });
  const { token } = (await as.owner.post<NewToken>('/tokens', { name: 'Rita', email })).body;
  const rita = as.key(token);
  const { keys } = valid;
  const padded = { ...valid, expirationTime: null, keys: { ...keys, p256dh: `${keys.p256dh}=` } };
  const made = await as.owner.post<Contact>('/contacts', contact);
  expect(made.body).toMatchObject({ kind: 'webpush', name: 'Browser', address: '…t-id' });
  const again = await as.owner.post<Contact>('/contacts', { ...contact, address: padded });
  expect([again.status, again.body.id]).toEqual([200, made.body.id]);
  expect((await rita.post('/contacts', contact)).status).toBe(201);
  expect((await as.owner.get<Contact[]>('/contacts')).body).toEqual([]);
});

const at = (endpoint: unknown, keys: object = {}) => ({
  endpoint,
  keys: { ...valid.keys, ...keys },
});
const notOnCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url');

test.each([
  ['a text', 'topic', 'address'],
  ['nothing', undefined, 'address'],
  ['a list', [], 'address'],
  ['no keys', { endpoint: valid.endpoint }, 'address.keys'],
  ['an endpoint that is not a text', at(1), 'address.endpoint'],
  ['an endpoint that is not a URL', at('push'), 'address.endpoint'],
  ['an endpoint of another protocol', at('file:///etc/passwd'), 'address.endpoint'],
  ['an endpoint on this machine', at('http://127.0.0.1/p'), 'address.endpoint'],
  ['an endpoint in the local network', at('https://10.1.2.3/p'), 'address.endpoint'],
  ['an endpoint of the metadata service', at('http://169.254.169.254/'), 'address.endpoint'],
  ['an endpoint with a password', at('https://a:b@push.example.com/'), 'address.endpoint'],
  ['an endpoint that is too long', at(`https://x.io/${'a'.repeat(2048)}`), 'address.endpoint'],
  ['a short p256dh', at(valid.endpoint, { p256dh: 'BAAA' }), 'address.keys.p256dh'],
  ['a p256dh off the curve', at(valid.endpoint, { p256dh: notOnCurve }), 'address.keys.p256dh'],
  ['a long auth', at(valid.endpoint, { auth: 'a'.repeat(24) }), 'address.keys.auth'],
  ['no auth', at(valid.endpoint, { auth: undefined }), 'address.keys.auth'],
])('refuses %s as a subscription and names the field', async (_, address, path) => {
  await using server = await testServer(withSubject);
  const refused = await server.as.owner.post('/contacts', { kind: 'webpush', address });
  expect(refused.status).toBe(400);
  expect(refused.body.errors.map((one) => one.path.join('.'))).toContain(path);
  expect((await server.as.owner.get('/contacts')).body).toEqual([] as never);
});

test('says of an endpoint what is wrong with it', async () => {
  await using server = await testServer(withSubject);
  const address = at('https://a:b@push.example.com/');
  const refused = await server.as.owner.post('/contacts', { kind: 'webpush', address });
  expect(refused.body.errors.map(({ message }) => message)).toEqual([
    'A push endpoint must not contain a user name or password',
  ]);
});

test('refuses a subscription as the address of another kind', async () => {
  await using server = await testServer({ ...withSubject, ntfyUrl: 'https://ntfy.sh' });
  const refused = await server.as.owner.post('/contacts', { kind: 'ntfy', address: valid });
  expect(refused.body).toMatchObject({ errors: [{ path: ['address'] }] } as never);
});
