/** The agents' channels, the agents' statuses, and their webhooks. */
import { type Client, ok } from '../../src/client/client.ts';

const agents = {
  'deploy-bot': ['Ships what has passed', 'active', 'watching main'],
  'billing-agent': ['Invoices and refunds', 'busy', 'matching 212 payments'],
  research: ['Reads so that you need not', 'active', null],
  'support-triage': ['Sorts what customers write', 'error', 'the mailbox refuses the password'],
  'nightly-etl': ['Moves the day into the warehouse', 'offline', null],
} as const;
export type AgentName = keyof typeof agents;
/** The ids of the channels. */
export type Channels = Record<AgentName, string>;

export async function makeChannels(owner: Client, agent: Client): Promise<Channels> {
  const made: Partial<Channels> = {};
  for (const name of Object.keys(agents) as AgentName[]) {
    const [description, status, message] = agents[name];
    const input = { name, description, avatarUrl: null, webhookUrl: null };
    const { id } = await ok(owner.agents.post(input));
    await ok(agent.status.ping.post({ agentId: id, status, message }));
    made[name] = id;
  }
  return made as Channels;
}

export async function setWebhooks(owner: Client, channels: Channels, receiverUrl: string) {
  const headers = { Authorization: 'Bearer of-the-demo' };
  for (const name of ['deploy-bot', 'billing-agent'] as const) {
    const url = `${receiverUrl}hooks/${name}`;
    await ok(owner.agents.setWebhook.post({ channelId: channels[name], url, headers }));
  }
}
