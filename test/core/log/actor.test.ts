/** Who did what the log has; no answer says it. */
import { expect, test } from 'bun:test';
import { createKey, grantChannel, revokeKey } from '../../../src/core/access/keys.ts';
import { changeName } from '../../../src/core/access/own-name.ts';
import { rotateKey } from '../../../src/core/access/rotate-key.ts';
import { logOut } from '../../../src/core/access/sessions.ts';
import { createToken, removeToken } from '../../../src/core/access/tokens.ts';
import { createUser, removeUser, updateUser } from '../../../src/core/access/users.ts';
import { changeByItself } from '../../../src/core/change.ts';
import {
  deleteChannel,
  deleteWebhook,
  setWebhook,
  updateChannel,
} from '../../../src/core/channels/channels.ts';
import { ackMessage } from '../../../src/core/messages/delivery-status.ts';
import { deleteMessage, sendMessage } from '../../../src/core/messages/messages.ts';
import { SendMessage } from '../../../src/core/messages/schema.ts';
import { updateStream } from '../../../src/core/messages/streams.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { rotateSecret } from '../../../src/core/webhooks/webhooks.ts';
import { keyOf, type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { readEvents } from '../../support/inbox/pages.ts';

type World = { inbox: TestInbox; channelId: string; agent: ReturnType<typeof keyOf> };
/** Steps, by the owner or by the agent with its key, and the events that it logs. */
type Row = [string, 'owner' | 'agent', (world: World) => Promise<unknown>, ...events: string[]];

const yes = { selectedOption: 'approve' };
const ada = { email: 'ada@example.com', name: 'Ada', role: 'reviewer' as const, channels: [] };
const forever = { name: 'k', channels: 'all' as const, expiresAt: null };
const url = 'http://127.0.0.1:9/hook';

const send = async ({ inbox, channelId, agent }: World, parts: object) =>
  (await sendMessage(inbox, agent, SendMessage.parse({ channelId, text: 'x', ...parts }))).message;
const ask = (world: World) => send(world, { review: { type: 'approval' } });
const draft = async (world: World, streamId: string) => {
  const review = { type: 'approval' };
  await send(world, { streamId, streamState: 'streaming', review });
  return streamId;
};
const user = ({ inbox }: World) => createUser(inbox, inbox.owner, ada);
const webhook = ({ inbox, channelId }: World) =>
  setWebhook(inbox, inbox.owner, { url, channelId, headers: undefined } as never);
const key = ({ inbox }: World) => createKey(inbox, inbox.owner, forever as never);
const token = ({ inbox }: World) => createToken(inbox, inbox.owner, { name: 't' } as never);

const message = 'message:updated';
const access = 'access:changed';
const rows: Row[] = [
  ['sends', 'agent', (world) => send(world, {}), 'message:created'],
  ['writes on', 'agent', writes('streaming'), message],
  ['ends a draft', 'agent', writes('complete'), message],
  ['ends a draft early', 'agent', writes('aborted'), message, 'review:expired'],
  ['has received', 'agent', acks, 'message:delivery'],
  ['retracts', 'agent', retracts, 'message:deleted'],
  ['answers', 'owner', answers, 'review:responded'],
  ['renames a channel', 'owner', renames, 'agent:updated'],
  ['sets a webhook', 'owner', webhook, 'agent:updated'],
  ['rotates its secret', 'owner', rotates, 'agent:updated'],
  ['removes a webhook', 'owner', unhooks, 'agent:updated'],
  ['removes a channel', 'owner', removes, 'agent:deleted'],
  ['creates a key', 'owner', key, access],
  ['rotates a key', 'owner', rotatesKey, access, access],
  ['revokes a key', 'owner', revokes, access],
  ['gains a channel', 'agent', gains, access],
  ['creates a token', 'owner', token, access],
  ['revokes a token', 'owner', revokesToken, access],
  ['adds a user', 'owner', user, access],
  ['changes a user', 'owner', changesUser, access],
  ['removes a user', 'owner', removesUser, access],
  ['changes their name', 'owner', ({ inbox }) => changeName(inbox, inbox.owner, ada), access],
  ['logs out', 'owner', ({ inbox }) => logOut(inbox, inbox.owner, null), access],
];

test.each(rows)('knows who: %s (%s)', async (_, who, act, ...events) => {
  await using inbox = await testInbox({ webhookAllow: ['127.0.0.1'] });
  const { id: channelId } = await inbox.channel();
  const { id } = await createKey(inbox, inbox.owner, forever as never);
  const world = { inbox, channelId, agent: keyOf(id, channelId) };
  await act(world);
  const logged = await inbox.store.read.selectFrom('events').selectAll().orderBy('seq').execute();
  const done = logged.filter(({ event }) => event !== 'agent:status').slice(-events.length);
  const actor = who === 'agent' ? id : inbox.owner.userId;
  expect(done.map((one) => [one.event, one.actor])).toEqual(events.map((name) => [name, actor]));
  const { data } = await readEvents(inbox, world.agent, { after: 0, limit: 100 });
  for (const one of data) expect(one).not.toHaveProperty('actor');
});

test('names nobody for what time does', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const world = { inbox, channelId, agent: keyOf('a key', channelId) };
  await inbox.send({ channelId, review: { type: 'approval', expiresInSeconds: 60 } as never });
  inbox.clock.advance(61_000);
  await readEvents(inbox, inbox.owner, { after: 0, limit: 1 });
  const logged = world.inbox.store.read.selectFrom('events').selectAll();
  const expired = await logged.where('event', '=', 'review:expired').execute();
  expect(expired.map(({ actor }) => actor)).toEqual([null]);
});

function writes(streamState: 'streaming' | 'complete' | 'aborted') {
  return async (world: World) => {
    const streamId = await draft(world, 's');
    await updateStream(world.inbox, world.agent, streamId, { text: 'xy', streamState });
  };
}
async function acks(world: World) {
  const { id } = await send(world, {});
  await ackMessage(world.inbox, world.agent, id);
}
async function retracts(world: World) {
  const { id } = await ask(world);
  await deleteMessage(world.inbox, world.agent, id);
}
async function answers(world: World) {
  const { id } = await ask(world);
  await answerReview(world.inbox, world.inbox.owner, id, yes);
}
function renames({ inbox, channelId }: World) {
  return updateChannel(inbox, inbox.owner, channelId, { name: 'Other' });
}
async function rotates(world: World) {
  await webhook(world);
  await rotateSecret(world.inbox, world.inbox.owner, world.channelId);
}
async function unhooks(world: World) {
  await webhook(world);
  await deleteWebhook(world.inbox, world.inbox.owner, world.channelId);
}
function removes({ inbox, channelId }: World) {
  return deleteChannel(inbox, inbox.owner, channelId);
}
async function rotatesKey(world: World) {
  const { id } = await key(world);
  await rotateKey(world.inbox, world.inbox.owner, id, {});
}
async function revokes(world: World) {
  const { id } = await key(world);
  await revokeKey(world.inbox, world.inbox.owner, id);
}
function gains({ inbox, agent, channelId }: World) {
  const limited = { ...agent, channels: [] };
  return changeByItself(inbox, (change) => grantChannel({ ...change, caller: limited }, channelId));
}
async function revokesToken(world: World) {
  const { id } = await token(world);
  await removeToken(world.inbox, world.inbox.owner, id);
}
async function changesUser(world: World) {
  const { id } = await user(world);
  await updateUser(world.inbox, world.inbox.owner, id, { name: 'Ada L.' });
}
async function removesUser(world: World) {
  const { id } = await user(world);
  await removeUser(world.inbox, world.inbox.owner, id);
}
