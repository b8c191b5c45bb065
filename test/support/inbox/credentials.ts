/** Everything that a caller may show, and an inbox in which each means what its name says. */
import { cpSync } from 'node:fs';
import { beginSession } from '../../../src/core/access/sessions.ts';
import { keepSetUpToken } from '../../../src/core/access/set-up-link.ts';
import { temporaryDirectory } from '../machine/directory.ts';
import { appOf, jsonBody } from './app.ts';
import { formOf } from './files.ts';
import { type TestInbox, testInbox } from './inbox.ts';
import { start } from './oauth.ts';

/** Part of all content of the channel: only those who see the channel may read it. */
export const CANARY = 'canary-in-its-cage';
export const setUpToken = 'hs_of_the_link';

/** As whom each is taken; a foreign key and a stranger, who is a reviewer, lack the channel. */
export const standings = {
  'no credential': 'nobody',
  'an unknown key': 'nobody',
  'a malformed key': 'nobody',
  'a revoked key': 'nobody',
  'an expired key': 'nobody',
  'a token as a key': 'nobody',
  'a revoked token': 'nobody',
  'an expired token': 'nobody',
  'the token of a removed user': 'nobody',
  'the session of a disabled user': 'nobody',
  'an expired session': 'nobody',
  'the local secret as a cookie': 'nobody',
  'the token of the setup link': 'nobody',
  'a key of another channel': 'foreign',
  'a key of a deleted channel': 'foreign',
  'a key of this channel': 'narrow',
  'a key of all channels': 'narrow',
  'the local secret as a key': 'narrow',
  "a key beside an owner's cookie": 'narrow',
  'the token of a reviewer without the channel': 'stranger',
  'the session of a reviewer without the channel': 'stranger',
  'the token of a reviewer': 'reviewer',
  'the session of a reviewer': 'reviewer',
  'the token of an owner': 'owner',
  'the session of an owner': 'owner',
  'the local secret': 'owner',
  "an owner's cookie from a foreign page": 'elsewhere',
  "an owner's cookie without an origin": 'elsewhere',
} as const;
export type CredentialName = keyof typeof standings;
export type Standing = (typeof standings)[CredentialName];

type Headers = Record<string, string>;
/** The things that a request may name: all of it belongs to the channel. */
export type Targets = Record<
  'channel' | 'message' | 'stream' | 'file' | 'delivery' | 'key' | 'user' | 'token' | 'userCode',
  string
>;
type Send = Awaited<ReturnType<typeof appOf>>;
export type World = Awaited<ReturnType<typeof worldOf>>;

const DAY_MS = 24 * 60 * 60 * 1000;
const local = { authorization: 'Bearer local' };

/** An inbox with all credentials and targets, of which others are copied. */
export async function firstWorld() {
  const inbox = await testInbox();
  const send = await appOf(inbox);
  const post = async <T>(path: string, body: unknown): Promise<T> =>
    (await send(path, jsonBody(body, local))).json() as Promise<T>;
  const remove = (path: string) => send(path, { method: 'DELETE', headers: local });
  const old = await endedByTime(inbox, post);
  const [own, other, gone] = await Promise.all([
    post<Made>('/agents', {
      name: CANARY,
      description: CANARY,
      webhookUrl: `https://hooks.example.com/${CANARY}`,
    }),
    post<Made>('/agents', { name: 'Other' }),
    post<Made>('/agents', { name: 'Gone' }),
  ]);
  const credentials = {
    ...old,
    ...(await keysOf(post, remove, own.id, other.id, gone.id)),
    ...(await peopleOf(inbox, send, post, remove, own.id)),
  };
  const to = await targetsIn(inbox, send, post, own.id);
  await keepSetUpToken(inbox, setUpToken);
  return { inbox, credentials: { ...fixed, ...credentials }, to };
}

/** A copy in which nothing has been asked for yet. */
export async function worldOf(first: Awaited<ReturnType<typeof firstWorld>>) {
  const data = temporaryDirectory();
  cpSync(first.inbox.data, data, { recursive: true });
  const inbox = await testInbox({ data, now: first.inbox.now() });
  const send = await appOf(inbox);
  await start(inbox, { channelId: first.to.channel });
  const device = await send('/auth/device', jsonBody({ name: 'laptop' }));
  const { userCode } = (await device.json()) as { userCode: string };
  const to: Targets = { ...first.to, userCode };
  return {
    send,
    to,
    credentials: first.credentials as Record<CredentialName, Headers>,
    [Symbol.asyncDispose]: () => inbox[Symbol.asyncDispose](),
  };
}

type Made = { id: string };
type Post = <T>(path: string, body: unknown) => Promise<T>;
type Remove = (path: string) => Promise<Response>;

const withKey = (key: string): Headers => ({ 'x-api-key': key });
const withToken = (token: string): Headers => ({ authorization: `Bearer ${token}` });
const withSession = (session: string, origin: string | null = 'http://localhost'): Headers => ({
  cookie: `inbox_session=${session}`,
  host: 'localhost',
  ...(origin ? { origin } : {}),
});

const fixed = {
  'no credential': {},
  'an unknown key': withKey(`hp_${'0'.repeat(48)}`),
  'a malformed key': withKey('not a key'),
  'the local secret as a key': withKey('local'),
  'the local secret as a cookie': withSession('local'),
  'the token of the setup link': withToken(setUpToken),
  'the local secret': local,
};

async function endedByTime(inbox: TestInbox, post: Post) {
  const expiresAt = new Date(inbox.now() + DAY_MS).toISOString();
  const { key } = await post<{ key: string }>('/keys', { name: 'Expired', expiresAt });
  const { token } = await post<{ token: string }>('/tokens', { name: 'Expired', expiresAt });
  const session = await beginSession(inbox, inbox.owner.userId);
  inbox.clock.advance(31 * DAY_MS);
  return {
    'an expired key': withKey(key),
    'an expired token': withToken(token),
    'an expired session': withSession(session),
  };
}

async function keysOf(post: Post, remove: Remove, own: string, other: string, gone: string) {
  const keyOf = (channels: string[] | 'all') =>
    post<{ id: string; key: string }>('/keys', { name: 'Key', channels });
  const [all, narrow, foreign] = [await keyOf('all'), await keyOf([own]), await keyOf([other])];
  const [revoked, ofGone] = [await keyOf('all'), await keyOf([gone])];
  await remove(`/keys/${revoked.id}`);
  await remove(`/agents/${gone}`);
  return {
    'a revoked key': withKey(revoked.key),
    'a key of another channel': withKey(foreign.key),
    'a key of a deleted channel': withKey(ofGone.key),
    'a key of this channel': withKey(narrow.key),
    'a key of all channels': withKey(all.key),
  };
}

async function peopleOf(inbox: TestInbox, send: Send, post: Post, remove: Remove, own: string) {
  const reviewer = async (name: string, channels: string[]) => {
    const email = `${name}@example.com`;
    const { id } = await post<Made>('/users', { email, name, role: 'reviewer', channels });
    const { token } = await post<{ token: string }>('/tokens', { name, email });
    return { id, token: withToken(token), session: await beginSession(inbox, id) };
  };
  const [rita, sam] = [await reviewer('rita', [own]), await reviewer('sam', [])];
  const [locked, removed] = [await reviewer('locked', [own]), await reviewer('removed', [own])];
  const disabling = jsonBody({ disabled: true }, local);
  await send(`/users/${locked.id}`, { ...disabling, method: 'PATCH' });
  await remove(`/users/${removed.id}`);
  const token = (name: string) => post<{ id: string; token: string }>('/tokens', { name });
  const [owners, revoked] = [await token('Own'), await token('Revoked')];
  await remove(`/tokens/${revoked.id}`);
  const session = await beginSession(inbox, inbox.owner.userId);
  const { key } = await post<{ key: string }>('/keys', { name: 'Beside', channels: [own] });
  return {
    'a token as a key': withKey(owners.token),
    'a revoked token': withToken(revoked.token),
    'the token of a removed user': removed.token,
    'the session of a disabled user': withSession(locked.session),
    "a key beside an owner's cookie": { ...withSession(session), ...withKey(key) },
    'the token of a reviewer without the channel': sam.token,
    'the session of a reviewer without the channel': withSession(sam.session),
    'the token of a reviewer': rita.token,
    'the session of a reviewer': withSession(rita.session),
    'the token of an owner': withToken(owners.token),
    'the session of an owner': withSession(session),
    "an owner's cookie from a foreign page": withSession(session, 'https://evil.example'),
    "an owner's cookie without an origin": withSession(session, null),
  };
}

async function targetsIn(inbox: TestInbox, send: Send, post: Post, channel: string) {
  const payload = { title: CANARY };
  const review = { type: 'approval', payload };
  const { id: message } = await inbox.send({ channelId: channel, text: CANARY, review });
  const stream = 'turn';
  const draft = { streamId: stream, streamState: 'streaming' as const, text: CANARY };
  await inbox.send({ channelId: channel, ...draft });
  const sent = await post<Made>('/messages', { channelId: channel, text: CANARY });
  const listed = await send(`/deliveries?message=${sent.id}`, { headers: local });
  const [delivery] = (await listed.json()) as [Made];
  const content = new File([CANARY], `${CANARY}.txt`);
  const body = formOf(['channelId', channel], ['file', content]);
  const stored = await send('/files/upload', { method: 'POST', headers: local, body });
  const { id: file } = (await stored.json()) as Made;
  const { id: key } = await post<Made>('/keys', { name: 'Target', channels: [channel] });
  const { id: user } = await post<Made>('/users', { email: 't@example.com', name: 'Target' });
  const { id: token } = await post<Made>('/tokens', { name: 'Target' });
  return { channel, message, stream, file, delivery: delivery.id, key, user, token };
}
