/** An inbox as it looks on a working day, made through the API. */
import { createClient, ok } from '../src/client/client.ts';
import type { Message } from '../src/core/messages/schema.ts';

export type Demo = Awaited<ReturnType<typeof fillWithDemo>>;

type Ask = { type: string; payload: Record<string, unknown>; expiresInSeconds?: number };
type Sent = { text?: string; status?: Message['status']; review?: Ask };

const email = 'ana@example.com';
const password = 'correct horse';
const agents = {
  'deploy-bot': ['Ships what has passed', 'active', 'watching main'],
  'billing-agent': ['Invoices and refunds', 'busy', 'matching 212 payments'],
  research: ['Reads so that you need not', 'active', null],
  'support-triage': ['Sorts what customers write', 'error', 'the mailbox refuses the password'],
  'nightly-etl': ['Moves the day into the warehouse', 'offline', null],
} as const;
type AgentName = keyof typeof agents;

/** @param ownerToken the secret of the data directory's owner */
export async function fillWithDemo(url: string, ownerToken: string) {
  const owner = createClient(url, { token: ownerToken });
  const agent = createClient(url, { apiKey: ownerToken });
  await ok(owner.auth.setup.post({ email, password, name: 'Ana' }));
  const channels = await makeChannels();

  const send = (to: AgentName, { text, status, review }: Sent) =>
    ok(
      agent.messages.post({
        channelId: channels[to],
        ...(text === undefined ? {} : { text }),
        ...(status ? { status } : {}),
        ...(review ? { review } : {}),
      }),
    );
  const write = (to: AgentName, text: string) =>
    ok(owner.messages.post({ channelId: channels[to], text }));
  const answer = (id: string, response: Record<string, unknown>) =>
    ok(owner.reviews({ id }).respond.post({ response }));

  await send('nightly-etl', {
    status: 'success',
    text: '**1,204,331 rows** in 11 min 40 s. No late partitions.',
  });
  await send('support-triage', {
    status: 'error',
    text: 'The mailbox refused the password (535). I try again every 10 minutes.',
  });
  await send('research', { status: 'info', text: researchNote });
  await send('deploy-bot', { status: 'success', text: 'Build `a41f9c2` passed in 6 min 12 s.' });
  await write('deploy-bot', "Hold production until I've looked at the migration.");
  const staging = await send('deploy-bot', {
    text: 'Deploy v2.3.0 to staging?',
    review: { type: 'approval', payload: deployOptions },
  });
  await answer(staging.id, { selectedOption: 'deploy', comment: 'Fine for staging.' });
  await send('deploy-bot', {
    text: 'Staging is healthy. Error rate 0.02 %, p95 181 ms.',
    status: 'success',
  });
  const refund = await send('billing-agent', {
    text: 'Refund €89 to M. Okafor?',
    review: {
      type: 'approval',
      payload: {
        options: [
          { id: 'refund', label: 'Refund', style: 'primary' },
          { id: 'no', label: 'Do not', style: 'danger' },
        ],
      },
    },
  });
  await answer(refund.id, { selectedOption: 'refund' });

  await send('deploy-bot', { text: 'Which regions should get the canary first?', review: regions });
  await send('billing-agent', { status: 'info', text: refundText, review: refundForm });
  const question = await send('deploy-bot', {
    status: 'warning',
    text: deployText,
    review: deploy,
  });
  await ok(
    agent.messages.post({
      channelId: channels['deploy-bot'],
      streamId: 'comparison',
      streamState: 'streaming',
      text: "I am comparing the slow queries with yesterday's and the first",
    }),
  );
  const { userCode } = await ok(owner.auth.device.post({ name: 'inbox login on build-7' }));

  return { email, password, channels, userCode, question: question.id };

  async function makeChannels() {
    const made: Partial<Record<AgentName, string>> = {};
    for (const name of Object.keys(agents) as AgentName[]) {
      const [description, status, message] = agents[name];
      const input = { name, description, avatarUrl: null, webhookUrl: null };
      const { id } = await ok(owner.agents.post(input));
      await ok(agent.status.ping.post({ agentId: id, status, message }));
      made[name] = id;
    }
    return made as Record<AgentName, string>;
  }
}

const deployOptions = {
  options: [
    { id: 'deploy', label: 'Deploy now', style: 'primary' },
    { id: 'wait', label: 'Wait until 13:00' },
    { id: 'reject', label: 'Reject', style: 'danger' },
  ],
  allowComment: true,
};

const deployText = [
  'All **482 checks** passed. Two migrations run before the switch; the second one rewrites `orders` and locks it for about **40 s**.',
  "```sql\n+ ALTER TABLE orders ADD COLUMN settled_at timestamptz;\n+ UPDATE orders SET settled_at = paid_at WHERE state = 'paid';   -- 1.9 M rows\n- DROP INDEX orders_state_idx;\n```",
  'Traffic is lowest at 13:00.',
].join('\n\n');

const deploy: Ask = {
  type: 'approval',
  payload: { title: 'Deploy v2.3.1 to production?', ...deployOptions },
  expiresInSeconds: 255,
};

const refundText =
  'The customer was charged twice for invoice `2026-1183`. I propose a full refund of the second charge.';

const refundForm: Ask = {
  type: 'form',
  payload: {
    title: 'Refund €1,240 to Hansen GmbH — amount and reason',
    fields: [
      {
        name: 'reason',
        type: 'select',
        label: 'Reason',
        required: true,
        options: ['Duplicate charge', 'Goodwill', 'Fraud'],
      },
      {
        name: 'amount',
        type: 'number',
        label: 'Amount',
        description: 'between 0 and 1,240 €',
        min: 0,
        max: 1240,
        required: true,
      },
      { name: 'write', type: 'checkbox', label: 'Write to the customer' },
      { name: 'note', type: 'textarea', label: 'Note for the books' },
    ],
  },
  expiresInSeconds: 3120,
};

const regions: Ask = {
  type: 'selection',
  payload: {
    mode: 'multi',
    items: ['eu-central', 'eu-west', 'us-east', 'us-west', 'ap-south', 'ap-northeast'].map(
      (id) => ({
        id,
        label: id,
      }),
    ),
  },
  expiresInSeconds: 23 * 3600,
};

const researchNote = [
  '## Durable queues on SQLite',
  'Three of the five papers measure with `synchronous=OFF`. The two that do not agree within 8 %:',
  '| batch | commits/s |\n|---|---|\n| 1 | 2,100 |\n| 64 | 19,400 |',
].join('\n\n');
