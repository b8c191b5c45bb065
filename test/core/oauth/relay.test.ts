import { expect, test } from 'bun:test';
import { changeByItself } from '../../../src/core/change.ts';
import { deleteChannel } from '../../../src/core/channels/channels.ts';
import { finishOAuth } from '../../../src/core/oauth/relay.ts';
import { countFlows, insertFlow } from '../../../src/core/oauth/table.ts';
import { toTimestamp } from '../../../src/core/time.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { agentOf, reviewerOf, type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { authUrl, start } from '../../support/inbox/oauth.ts';

const MINUTES = 60_000;
const answer = { state: 'one', code: 'abc' };

/** Oldest first. */
async function statesIn(inbox: TestInbox): Promise<string[]> {
  const rows = await inbox.store.read
    .selectFrom('oauth_flows')
    .select('state')
    .orderBy('id')
    .execute();
  return rows.map(({ state }) => state);
}

test('emits a started flow with its URL or device code', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const received = recordEvents(inbox);
  await start(inbox, { channelId });
  const deviceCode = { verificationUri: 'https://example.com/d', userCode: 'AB-CD', expiresIn: 9 };
  await start(inbox, { channelId, state: 'two', authUrl: undefined, deviceCode });
  const flow = { channelId, provider: 'github' };
  expect(received as unknown[]).toEqual([
    { name: 'oauth:start', payload: { ...flow, state: 'one', authUrl, deviceCode: null } },
    { name: 'oauth:start', payload: { ...flow, state: 'two', authUrl: null, deviceCode } },
  ]);
});

test('emits the code to the channel that started the flow', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  await start(inbox, { channelId }, agentOf(channelId));
  const received = recordEvents(inbox);
  expect(await finishOAuth(inbox, answer)).toEqual({ provider: 'github' });
  const payload = { channelId, state: 'one', code: 'abc', provider: 'github' };
  expect(received as unknown[]).toEqual([{ name: 'oauth:code', payload }]);
});

test("emits the provider's error to the channel and ends the flow", async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  await start(inbox, { channelId });
  const received = recordEvents(inbox);
  const error = { state: 'one', error: 'access_denied', errorDescription: 'No' };
  expect(await finishOAuth(inbox, error)).toEqual({ provider: 'github' });
  expect(await finishOAuth(inbox, answer)).toBeUndefined();
  const payload = { channelId, provider: 'github', ...error };
  expect(received as unknown[]).toEqual([{ name: 'oauth:error', payload }]);
});

test('keeps a state valid for 10 minutes', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  await start(inbox, { channelId });
  await start(inbox, { channelId, state: 'late' });
  inbox.clock.advance(10 * MINUTES - 1);
  expect(await finishOAuth(inbox, answer)).toBeDefined();
  inbox.clock.advance(1);
  const received = recordEvents(inbox);
  expect(await finishOAuth(inbox, { ...answer, state: 'late' })).toBeUndefined();
  expect(received).toEqual([]);
});

test('refuses a redirect whose flow expires before the write', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  await start(inbox, { channelId });
  const received = recordEvents(inbox);
  const expiring = inbox.store.commit(async () => inbox.clock.advance(10 * MINUTES));
  const [, finished] = await Promise.all([expiring, finishOAuth(inbox, answer)]);
  expect([finished, received]).toEqual([undefined, []]);
});

test('replaces a flow that its channel starts again, with 10 more minutes', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  await start(inbox, { channelId });
  inbox.clock.advance(9 * MINUTES);
  await start(inbox, { channelId, provider: 'gitlab' });
  inbox.clock.advance(9 * MINUTES);
  expect(await finishOAuth(inbox, answer)).toEqual({ provider: 'gitlab' });
  expect(await finishOAuth(inbox, answer)).toBeUndefined();
});

test('finishes a flow once after a restart', async () => {
  await using first = await testInbox();
  await start(first, { channelId: (await first.channel()).id });
  await using second = await first.restart();
  expect(await finishOAuth(second, answer)).toEqual({ provider: 'github' });
  expect(await finishOAuth(second, answer)).toBeUndefined();
});

test('emits the code once for 2 simultaneous redirects', async () => {
  await using inbox = await testInbox();
  await start(inbox, { channelId: (await inbox.channel()).id });
  const received = recordEvents(inbox);
  await Promise.all([finishOAuth(inbox, answer), finishOAuth(inbox, answer)]);
  expect(received).toHaveLength(1);
});

test('refuses the state of another channel until it expires', async () => {
  await using inbox = await testInbox();
  const [own, other] = [(await inbox.channel()).id, (await inbox.channel()).id];
  await start(inbox, { channelId: own });
  const received = recordEvents(inbox);
  const takeover = start(inbox, { channelId: other });
  expect(takeover).rejects.toMatchObject({ code: 'conflict' });
  const device = start(inbox, { channelId: other, authUrl: null });
  expect(device).rejects.toMatchObject({ code: 'conflict' });
  await Promise.allSettled([takeover, device]);
  expect(received).toEqual([]);
  inbox.clock.advance(10 * MINUTES);
  await start(inbox, { channelId: other });
  await finishOAuth(inbox, answer);
  expect(received.at(-1)).toMatchObject({ name: 'oauth:code', payload: { channelId: other } });
});

test('expects no redirect for only a device code', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  await start(inbox, { channelId, authUrl: undefined });
  expect(await countFlows(inbox.store.read)).toBe(0);
  expect(await finishOAuth(inbox, answer)).toBeUndefined();
});

test('lets only agents start flows, and only in their channels', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const received = recordEvents(inbox);
  const refusals = [
    [inbox.owner, channelId, 'forbidden'],
    [reviewerOf(channelId), channelId, 'forbidden'],
    [agentOf('other'), channelId, 'not_found'],
    [agentOf('unknown'), 'unknown', 'not_found'],
    [inbox.agent, 'unknown', 'not_found'],
  ] as const;
  for (const [caller, id, code] of refusals) {
    const refused = await start(inbox, { channelId: id }, caller).catch((error) => error);
    expect(refused).toMatchObject({ code });
  }
  expect([received, await countFlows(inbox.store.read)]).toEqual([[], 0]);
});

test('ends the flows of a deleted channel', async () => {
  await using inbox = await testInbox();
  const [own, other] = [(await inbox.channel()).id, (await inbox.channel()).id];
  await start(inbox, { channelId: own });
  await start(inbox, { channelId: other, state: 'two' });
  await deleteChannel(inbox, inbox.owner, own);
  expect(await finishOAuth(inbox, answer)).toBeUndefined();
  expect(await finishOAuth(inbox, { ...answer, state: 'two' })).toBeDefined();
});

test("drops only the channel's oldest flow when it has more than 100", async () => {
  await using inbox = await testInbox();
  const [loud, quiet] = [(await inbox.channel()).id, (await inbox.channel()).id];
  await start(inbox, { channelId: quiet, state: 'quiet' });
  for (let n = 0; n < 101; n++) await start(inbox, { channelId: loud, state: `${n}` });
  expect((await statesIn(inbox)).slice(0, 2)).toEqual(['quiet', '1']);
  expect(await countFlows(inbox.store.read)).toBe(101);
  await start(inbox, { channelId: loud, state: '1' });
  expect((await statesIn(inbox)).slice(0, 2)).toEqual(['quiet', '2']);
  expect(await countFlows(inbox.store.read)).toBe(101);
});

test('refuses a new flow while 10,000 are pending', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const flow = { provider: 'github', expiresAt: toTimestamp(inbox.now() + MINUTES) };
  await changeByItself(inbox, async (change) => {
    for (let n = 0; n < 9999; n++) {
      const id = `${n}`.padStart(26, '0');
      await insertFlow(change, { ...flow, id, state: `${n}`, channelId: `other ${n}` });
    }
  });
  await start(inbox, { channelId });
  const received = recordEvents(inbox);
  const refused = start(inbox, { channelId, state: 'two' });
  expect(refused).rejects.toMatchObject({ code: 'rate_limited' });
  await refused.catch(() => {});
  expect([received, await countFlows(inbox.store.read)]).toEqual([[], 10_000]);
  await start(inbox, { channelId });
  inbox.clock.advance(MINUTES);
  await start(inbox, { channelId, state: 'two' });
  expect(await statesIn(inbox)).toEqual(['one', 'two']);
});
