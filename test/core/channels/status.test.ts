import { expect, test } from 'bun:test';
import { getChannel } from '../../../src/core/channels/channels.ts';
import { markOffline, ping } from '../../../src/core/channels/status.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { agentOf, testInbox } from '../../support/inbox/inbox.ts';

test("records a heartbeat's status and emits it", async () => {
  await using inbox = await testInbox();
  const { id: agentId } = await inbox.channel();
  const received = recordEvents(inbox);
  const channel = await ping(inbox, inbox.agent, { agentId, status: 'busy', message: 'Building' });
  const status = {
    status: 'busy',
    statusMessage: 'Building',
    lastActiveAt: '2030-01-02T12:00:00.000Z',
  };
  expect(channel).toMatchObject(status);
  expect(received).toEqual([{ name: 'agent:status', payload: { agentId, ...status } } as never]);
});

test('marks an agent as offline after 5 minutes of silence, and emits it once', async () => {
  await using inbox = await testInbox();
  const { id: agentId } = await inbox.channel();
  await inbox.channel();
  await ping(inbox, inbox.agent, { agentId, status: 'active' });
  const received = recordEvents(inbox);
  inbox.clock.advance(5 * 60_000 - 1);
  await markOffline(inbox);
  expect((await getChannel(inbox, inbox.owner, agentId)).status).toBe('active');
  inbox.clock.advance(1);
  await markOffline(inbox);
  await markOffline(inbox);
  expect((await getChannel(inbox, inbox.owner, agentId)).status).toBe('offline');
  expect(received).toMatchObject([
    { name: 'agent:status', payload: { agentId, status: 'offline' } },
  ]);
});

test("refuses a heartbeat for another agent's channel", async () => {
  await using inbox = await testInbox();
  const { id: agentId } = await inbox.channel();
  const foreign = ping(inbox, agentOf('x'), { agentId, status: 'active' });
  expect(foreign).rejects.toMatchObject({ code: 'not_found' });
});
