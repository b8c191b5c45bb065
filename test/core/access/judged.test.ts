/** Rights are judged in the change: nothing is stored that follows their end. */
import { expect, test } from 'bun:test';
import { authenticate } from '../../../src/core/access/authenticate.ts';
import type { Caller, Human } from '../../../src/core/access/callers.ts';
import { createKey, revokeKey } from '../../../src/core/access/keys.ts';
import { setLocalAnswers } from '../../../src/core/access/local-answers.ts';
import { localOwner } from '../../../src/core/access/local-owner.ts';
import { rotateKey } from '../../../src/core/access/rotate-key.ts';
import { CreateToken } from '../../../src/core/access/schema.ts';
import { beginSession, findSession, logOut } from '../../../src/core/access/sessions.ts';
import { createToken, removeToken } from '../../../src/core/access/tokens.ts';
import { createUser, removeUser, updateUser } from '../../../src/core/access/users.ts';
import { changeBy } from '../../../src/core/change.ts';
import { createChannel, deleteChannel, setWebhook } from '../../../src/core/channels/channels.ts';
import { CreateAgent } from '../../../src/core/channels/schema.ts';
import { ping } from '../../../src/core/channels/status.ts';
import { InboxError } from '../../../src/core/errors.ts';
import { ackMessage } from '../../../src/core/messages/delivery-status.ts';
import { deleteMessage, sendMessage } from '../../../src/core/messages/messages.ts';
import { SendMessage } from '../../../src/core/messages/schema.ts';
import { updateStream } from '../../../src/core/messages/streams.ts';
import { uploadFile } from '../../../src/core/messages/uploading.ts';
import { createContact, deleteContact, updateContact } from '../../../src/core/notify/contacts.ts';
import { answerAs } from '../../../src/core/notify/decide.ts';
import { CreateContact } from '../../../src/core/notify/schema.ts';
import { markRead } from '../../../src/core/reviews/reads.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { rotateSecret } from '../../../src/core/webhooks/webhooks.ts';
import { noWays } from '../../../src/ways/ways.ts';
import { entriesOf } from '../../support/inbox/audit.ts';
import { givenFile } from '../../support/inbox/files.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

/** `bun run faults rights` runs more of them. */
const ROUNDS = Number(process.env.INBOX_RACES ?? 56);
const yes = { selectedOption: 'approve' };
const ways = { ...noWays, ntfyUrl: 'http://127.0.0.1:1' };

type World = Awaited<ReturnType<typeof worldOf>>;

/** A person with each credential, and a question that they may answer. */
async function worldOf(inbox: TestInbox, role: 'owner' | 'reviewer' = 'reviewer') {
  const { id: channelId } = await inbox.channel();
  const email = `${inbox.newId()}@example.com`.toLowerCase();
  const channels = role === 'owner' ? [] : [channelId];
  const user = await createUser(inbox, inbox.owner, { email, name: 'Rita', role, channels });
  const token = await createToken(inbox, inbox.owner, CreateToken.parse({ name: 't', email }));
  const session = await beginSession(inbox, user.id);
  const input = { name: 'k', channels: [channelId], expiresAt: null };
  const key = await createKey(inbox, inbox.owner, input);
  const { id: messageId } = await inbox.send({ channelId, review: { type: 'approval' } });
  const by = {
    session: (await findSession(inbox, session))?.caller as Human,
    token: (await authenticate(inbox, token.token)) as Human,
    key: (await authenticate(inbox, key.key)) as Caller,
    local: (await localOwner(inbox)) as Human,
  };
  const contact = CreateContact.parse({ kind: 'ntfy', address: user.id });
  const {
    contact: { id: contactId },
  } = await createContact(inbox, by.token, contact);
  return { inbox, channelId, user, token, session, key, messageId, contactId, by };
}

const answer = (who: 'session' | 'token' | 'local') => (world: World) =>
  answerReview(world.inbox, world.by[who], world.messageId, yes);
const press = ({ inbox, contactId, messageId }: World) =>
  answerAs(inbox, { contactId, messageId, address: null }, { option: 0 });
const send = ({ inbox, by, channelId }: World) =>
  sendMessage(inbox, by.key, SendMessage.parse({ channelId, text: 'x' }));

type End =
  | 'session logged out'
  | 'token revoked'
  | 'user removed'
  | 'user disabled'
  | 'password reset'
  | 'channel taken'
  | 'channel deleted'
  | 'role lowered'
  | 'key revoked'
  | 'contact removed'
  | 'contact silenced'
  | 'local answers off';

const ends: Record<End, (world: World) => Promise<unknown>> = {
  'session logged out': ({ inbox, by, session }) => logOut(inbox, by.session, session),
  'token revoked': ({ inbox, token }) => removeToken(inbox, inbox.owner, token.id),
  'user removed': ({ inbox, user }) => removeUser(inbox, inbox.owner, user.id),
  'user disabled': ({ inbox, user }) => updateUser(inbox, inbox.owner, user.id, { disabled: true }),
  'password reset': ({ inbox, user }) =>
    updateUser(inbox, inbox.owner, user.id, { password: 'a much longer secret' }),
  'channel taken': ({ inbox, user }) => updateUser(inbox, inbox.owner, user.id, { channels: [] }),
  'channel deleted': ({ inbox, channelId }) => deleteChannel(inbox, inbox.owner, channelId),
  'role lowered': ({ inbox, user, channelId }) =>
    updateUser(inbox, inbox.owner, user.id, { role: 'reviewer', channels: [channelId] }),
  'key revoked': ({ inbox, key }) => revokeKey(inbox, inbox.owner, key.id),
  'contact removed': ({ inbox, by, contactId }) => deleteContact(inbox, by.session, contactId),
  'contact silenced': ({ inbox, by, contactId }) =>
    updateContact(inbox, by.session, contactId, { answers: false }),
  'local answers off': ({ inbox }) => setLocalAnswers(inbox, inbox.owner, 'off'),
};

/** The end of a right, the call after it, and the refusal. */
const rows: [End, string, (world: World) => Promise<unknown>, string][] = [
  ['session logged out', 'answer', answer('session'), 'unauthenticated'],
  ['token revoked', 'answer', answer('token'), 'unauthenticated'],
  ['user removed', 'answer', answer('token'), 'unauthenticated'],
  ['user removed', 'press', press, 'unauthenticated'],
  ['user disabled', 'answer', answer('session'), 'unauthenticated'],
  ['user disabled', 'press', press, 'unauthenticated'],
  ['password reset', 'answer', answer('session'), 'unauthenticated'],
  ['channel taken', 'answer', answer('token'), 'not_found'],
  ['channel taken', 'press', press, 'unauthenticated'],
  ['channel deleted', 'answer', answer('token'), 'not_found'],
  ['key revoked', 'send', send, 'unauthenticated'],
  ['channel deleted', 'send', send, 'not_found'],
  ['contact removed', 'press', press, 'unauthenticated'],
  ['contact silenced', 'press', press, 'unauthenticated'],
  ['local answers off', 'answer', answer('local'), 'forbidden'],
];

const refusalOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error) => (error instanceof InboxError ? error.code : Promise.reject(error)),
  );

const events = ({ inbox }: World) =>
  inbox.store.read.selectFrom('events').select('seq').orderBy('seq').execute();

test.each(rows)('refuses what follows: %s, %s', async (end, _, act, refusal) => {
  await using inbox = await testInbox({ ways });
  const world = await worldOf(inbox);
  await ends[end](world);
  const before = await events(world);
  expect(await refusalOf(act(world))).toBe(refusal);
  expect(await events(world)).toEqual(before);
});

const asOwner: [string, (world: World) => Promise<unknown>][] = [
  [
    'creates a channel',
    ({ inbox, by }) => createChannel(inbox, by.token, CreateAgent.parse({ name: 'B' })),
  ],
  [
    'creates a key',
    ({ inbox, by }) => createKey(inbox, by.token, { name: 'k', channels: 'all', expiresAt: null }),
  ],
  ['rotates a key', ({ inbox, by, key }) => rotateKey(inbox, by.token, key.id, {})],
  ['rotates a secret', ({ inbox, by, channelId }) => rotateSecret(inbox, by.token, channelId)],
  ['removes a channel', ({ inbox, by, channelId }) => deleteChannel(inbox, by.token, channelId)],
  ['removes a user', ({ inbox, by }) => removeUser(inbox, by.token, inbox.owner.userId)],
  [
    'raises a user',
    ({ inbox, by, user }) => updateUser(inbox, by.token, user.id, { role: 'owner' }),
  ],
  ['answers', answer('token')],
];

test.each(asOwner)('refuses an owner who was lowered: %s', async (_, act) => {
  await using inbox = await testInbox({ ways });
  const world = await worldOf(inbox, 'owner');
  await ends['role lowered'](world);
  const before = await events(world);
  expect(await refusalOf(act(world))).toBe('forbidden');
  expect(await events(world)).toEqual(before);
});

const webhook = { url: 'https://example.com', headers: undefined };
const asOthers: [string, 'token' | 'key', (world: World, by: Caller) => Promise<unknown>][] = [
  [
    'writes',
    'token',
    ({ inbox, channelId }, by) =>
      sendMessage(inbox, by, SendMessage.parse({ channelId, text: 'x' })),
  ],
  ['retracts', 'token', ({ inbox, messageId }, by) => deleteMessage(inbox, by, messageId)],
  ['reads', 'token', ({ inbox, messageId }, by) => markRead(inbox, by, messageId)],
  [
    'uploads',
    'token',
    ({ inbox, channelId }, by) => givenFile(inbox, { channelId, by, verb: uploadFile }),
  ],
  ['stores', 'key', ({ inbox, channelId }, by) => givenFile(inbox, { channelId, by })],
  [
    'pings',
    'key',
    ({ inbox, channelId: agentId }, by) => ping(inbox, by, { agentId, status: 'active' }),
  ],
  ['acknowledges', 'key', ({ inbox, messageId }, by) => ackMessage(inbox, by, messageId)],
  ['streams', 'key', ({ inbox }, by) => updateStream(inbox, by, 's', { text: 'x' })],
  [
    'sets a webhook',
    'key',
    ({ inbox, channelId }, by) => setWebhook(inbox, by, { channelId, ...webhook }),
  ],
];

test.each(asOthers)('refuses a caller who lost the channel: %s, by a %s', async (_, kind, act) => {
  await using inbox = await testInbox({ ways });
  const world = await worldOf(inbox);
  const { channelId, by, user } = world;
  const draft = { channelId, streamId: 's', streamState: 'streaming' as const, text: '' };
  await inbox.send(draft);
  await (kind === 'token' ? ends['channel taken'](world) : revokeGrants(world));
  const before = await events(world);
  expect(await refusalOf(act(world, by[kind]))).toBe('not_found');
  expect(await events(world)).toEqual(before);
  expect(user.channels).toEqual([channelId]);
});

/** No verb takes a channel from a key and leaves it. */
const revokeGrants = ({ inbox, key }: World) =>
  inbox.store.commit((tx) => tx.deleteFrom('key_channels').where('keyId', '=', key.id).execute());

test('never disagrees with the logs, whichever of a call and an end comes first', async () => {
  await using inbox = await testInbox({ ways });
  const db = inbox.store.read;
  const session = await beginSession(inbox, inbox.owner.userId);
  const loggedIn = (await findSession(inbox, session))?.caller as Human;
  // Only the log of events has a message, and only the audit log the end of a contact.
  const racing = rows.filter(([end]) => end !== 'contact silenced');
  const outcomes = { accepted: 0, refused: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const [end, what, act] = racing[round % racing.length] as (typeof rows)[number];
    const world = await worldOf(inbox);
    const table = what === 'send' ? 'events' : 'audit';
    const name = what === 'send' ? 'event' : 'action';
    const { last } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.max<number>('seq').as('last'))
      .executeTakeFirstOrThrow();
    const [refusal] = await Promise.all([
      turns(round % 4).then(() => refusalOf(act(world))),
      turns(Math.floor(round / 4) % 4).then(() => ends[end](world)),
    ]);
    const since = await db
      .selectFrom(table)
      .select(name as 'seq')
      .where('seq', '>', last)
      .orderBy('seq')
      .execute();
    const done = since
      .map((row) => String(Object.values(row)[0]))
      .filter((one) => one !== 'agent:status');
    const first = done.findIndex((one) => ['review.answered', 'message:created'].includes(one));
    expect([end, what, first]).toEqual([end, what, refusal === null ? 0 : -1]);
    outcomes[refusal === null ? 'accepted' : 'refused']++;
    if (end === 'local answers off') await setLocalAnswers(inbox, loggedIn, 'on');
  }
  expect(outcomes.accepted).toBeGreaterThan(ROUNDS / 10);
  expect(outcomes.refused).toBeGreaterThan(ROUNDS / 10);
});

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}

test('refuses the answers that share a commit with the end before them, and no earlier one', async () => {
  await using inbox = await testInbox({ ways });
  const world = await worldOf(inbox);
  const { token } = world.by;
  const one = (text: string) => changeBy(inbox, token, async () => text);
  const outcomes = await Promise.all([
    refusalOf(one('before')),
    removeToken(inbox, inbox.owner, world.token.id),
    refusalOf(one('after')),
    refusalOf(changeBy(inbox, world.by.session, async () => 'another credential')),
  ]);
  expect(outcomes).toEqual([null, { deleted: true }, 'unauthenticated', null]);
});

test('looks a caller up once in a commit, and again in the next', async () => {
  await using inbox = await testInbox({ ways });
  const { by } = await worldOf(inbox);
  let lookedUp = 0;
  const counted = (caller: Human): Human => ({
    ...caller,
    standing: {
      id: caller.standing.id,
      find: (tx) => {
        lookedUp++;
        return caller.standing.find(tx);
      },
    },
  });
  const write = (text: string) => changeBy(inbox, counted(by.token), async () => text);
  await Promise.all(['a', 'b', 'c'].map(write));
  expect(lookedUp).toBe(1);
  await write('d');
  expect(lookedUp).toBe(2);
});

test('names each of several calls with one token by its own address', async () => {
  await using inbox = await testInbox({ ways });
  const { by, messageId } = await worldOf(inbox);
  const from = (address: string): Human => ({
    ...by.token,
    origin: { ...by.token.origin, address },
  });
  await Promise.all([
    changeBy(inbox, from('192.0.2.1'), async () => null),
    answerReview(inbox, from('192.0.2.2'), messageId, yes),
    changeBy(inbox, from('192.0.2.3'), async () => null),
  ]);
  const [entry] = await entriesOf(inbox, { action: ['review.answered'] });
  expect(entry?.address).toBe('192.0.2.2');
});
