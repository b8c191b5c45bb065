/** Keys, people and tokens. */
import { type Client, createClient, ok } from '../../src/client/client.ts';
import type { AgentName, Channels } from './channels.ts';

export async function makeAccess(url: string, owner: Client, channels: Channels) {
  await makeKeys(url, owner, channels);
  await makePeople(owner, channels);
  await ok(owner.tokens.post({ name: 'laptop' }));
  await ok(owner.tokens.post({ name: 'standup script' }));
}

async function makeKeys(url: string, owner: Client, channels: Channels) {
  const key = (name: string, channel: AgentName, expiresAt: string | null) =>
    ok(owner.keys.post({ name, channels: [channels[channel]], expiresAt }));
  const { id } = await key('deploy-bot on the old ci', 'deploy-bot', null);
  await ok(owner.keys({ id }).delete());
  await key('billing-agent', 'billing-agent', inDays(300));
  await key('nightly-etl', 'nightly-etl', null);
  const { key: used } = await key('deploy-bot on ci-3', 'deploy-bot', inDays(80));
  await ok(createClient(url, { apiKey: used }).agents.get());
  await ok(owner.keys.post({ name: 'notebooks', channels: 'all', expiresAt: inDays(12) }));
}

async function makePeople(owner: Client, channels: Channels) {
  const person = { role: 'reviewer', password: 'a long password' } as const;
  await ok(
    owner.users.post({
      ...{ ...person, name: 'Bo Lindqvist', email: 'bo@example.com' },
      channels: [channels['deploy-bot'], channels['nightly-etl']],
    }),
  );
  await ok(
    owner.users.post({
      ...{ ...person, name: 'Chidi Okafor', email: 'chidi@example.com' },
      channels: [channels['billing-agent']],
    }),
  );
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
