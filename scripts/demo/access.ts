/** Keys, people, tokens and sessions. */
import { type Client, createClient, ok } from '../../src/client/client.ts';
import type { AgentName, Channels } from './channels.ts';

type LogIn = { email: string; password: string };

export async function makeAccess(url: string, owner: Client, me: LogIn, channels: Channels) {
  await makeKeys(url, owner, channels);
  await connectMachines(url, owner, channels);
  await makePeople(owner, channels);
  await ok(owner.tokens.post({ name: 'laptop' }));
  await ok(owner.tokens.post({ name: 'standup script' }));
  await logInWith(url, me, 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) Safari/604.1');
  await logInWith(url, me, 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Firefox/144.0');
}

const logInWith = (url: string, me: LogIn, browser: string) =>
  ok(createClient(url, {}).auth.login.post(me, { headers: { 'user-agent': browser } }));

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

/** Two machines, of which one has a client that is newer than the inbox, and one that has ended. */
async function connectMachines(url: string, owner: Client, channels: Channels) {
  const connect = async (host: string, version: string) => {
    const { code } = await ok(
      owner.enrolments.post({ client: 'claude', channelId: channels['deploy-bot'] }),
    );
    return ok(createClient(url, {}).enrol.post({ code, client: 'claude', host, version }));
  };
  const { key } = await connect('anas-macbook', '2.2.0');
  for (let times = 0; times < 3; times++) {
    await fetch(`${url}/api/v1/hooks/claude`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        'user-agent': 'claude/2.2.0',
      },
      body: JSON.stringify({ hook_event_name: 7 }),
    });
  }
  await connect('build-7', '2.1.330');
  const { keyId } = await connect('old-laptop', '2.1.268');
  await ok(owner.keys({ id: keyId }).delete());
}

async function makePeople(owner: Client, channels: Channels) {
  const person = { role: 'reviewer', password: 'a long password' } as const;
  await ok(
    owner.users.post({
      ...person,
      name: 'Bo Lindqvist',
      email: 'bo@example.com',
      channels: [channels['deploy-bot'], channels['nightly-etl']],
    }),
  );
  await ok(
    owner.users.post({
      ...person,
      name: 'Chidi Okafor',
      email: 'chidi@example.com',
      channels: [channels['billing-agent']],
    }),
  );
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
