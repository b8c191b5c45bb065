/** An inbox as it looks on a working day, made through the API. */
import { crc32, deflateSync } from 'node:zlib';
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

/**
 * @param ownerToken the secret of the data directory's owner
 * @param receiverUrl where webhooks of the demo are posted
 */
export async function fillWithDemo(url: string, ownerToken: string, receiverUrl: string) {
  const owner = createClient(url, { token: ownerToken });
  const agent = createClient(url, { apiKey: ownerToken });
  await ok(owner.auth.setup.post({ email, password, name: 'Ana' }));
  const channels = await makeChannels();
  await makeAccess();
  const headers = { Authorization: 'Bearer of-the-demo' };
  for (const name of ['deploy-bot', 'billing-agent'] as const) {
    await ok(
      owner.agents.setWebhook.post({
        channelId: channels[name],
        url: `${receiverUrl}hooks/${name}`,
        headers,
      }),
    );
  }

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
  await upload('research', 'commits.png', 'image/png', drawn());
  await upload('research', 'batches.csv', 'text/csv', 'batch,commits\n1,2100\n64,19400\n');
  const thanks = await write('research', 'Thank you. Which of them runs with `synchronous=FULL`?');
  await ok(agent.messages({ id: thanks.id }).ack.post(undefined, { query: {} }));
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

  const selection = await send('deploy-bot', {
    text: 'Which regions should get the canary first?',
    review: regions,
  });
  const form = await send('billing-agent', {
    status: 'info',
    text: refundText,
    review: refundForm,
  });
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
  const others = {
    text: await send('support-triage', { text: 'What should we tell Hansen?', review: letter }),
    rating: await send('research', { text: rated, review: rating }),
    diff: await send('deploy-bot', { text: 'I found why the index is slow.', review: diff }),
    freeform: await send('nightly-etl', { text: 'A new source of data. How?', review: source }),
    many: await send('research', { text: 'Which papers shall I read next?', review: papers }),
  };
  const more = Object.entries(others).map(([name, { id }]) => [name, id] as const);
  const { userCode } = await ok(owner.auth.device.post({ name: 'inbox login on build-7' }));
  return {
    ...{ email, password, channels, userCode, agentToken: ownerToken },
    questions: {
      ...{ approval: question.id, form: form.id, selection: selection.id, settled: staging.id },
      ...(Object.fromEntries(more) as Record<keyof typeof others, string>),
    },
  };

  async function makeAccess() {
    const key = (name: string, channel: AgentName, expiresAt: string | null) =>
      ok(owner.keys.post({ name, channels: [channels[channel]], expiresAt }));
    const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
    const { id } = await key('deploy-bot on the old ci', 'deploy-bot', null);
    await ok(owner.keys({ id }).delete());
    await key('billing-agent', 'billing-agent', days(300));
    await key('nightly-etl', 'nightly-etl', null);
    const { key: used } = await key('deploy-bot on ci-3', 'deploy-bot', days(80));
    await ok(createClient(url, { apiKey: used }).agents.get());
    await ok(owner.keys.post({ name: 'notebooks', channels: 'all', expiresAt: days(12) }));
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
    await ok(owner.tokens.post({ name: 'laptop' }));
    await ok(owner.tokens.post({ name: 'standup script' }));
  }

  /** As a script would: a form with the file in it. */
  async function upload(
    to: AgentName,
    name: string,
    type: string,
    bytes: string | Uint8Array<ArrayBuffer>,
  ) {
    const body = new FormData();
    body.append('channelId', channels[to]);
    body.append('file', new File([bytes], name, { type }));
    const headers = { 'x-api-key': ownerToken };
    await fetch(`${url}/api/v1/files/upload`, { method: 'POST', headers, body });
  }

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

/** A picture of 480 by 240 points: columns that grow. */
function drawn(): Uint8Array<ArrayBuffer> {
  const [width, height] = [480, 240];
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Array.from({ length: width }, (_, x) => {
      const isColumn = x % 60 > 20 && height - y < 20 + ((x / 60) | 0) * 26;
      return isColumn ? [66, 99, 235] : [237, 241, 255];
    });
    return [0, ...row.flat()];
  });
  const size = new DataView(new ArrayBuffer(13));
  size.setUint32(0, width);
  size.setUint32(4, height);
  size.setUint16(8, 0x0802);
  const parts = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', new Uint8Array(size.buffer)),
    chunk('IDAT', deflateSync(Uint8Array.from(rows.flat()))),
    chunk('IEND', new Uint8Array()),
  ];
  return new Uint8Array(Buffer.concat(parts));
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
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

const rated =
  'The summary of yesterday, in the new tone:\n\n> Three of five papers can be trusted.';

const rating: Ask = {
  type: 'rating',
  payload: { prompt: 'How does it read?', minLabel: 'Stiff', maxLabel: 'A pleasure' },
  expiresInSeconds: 5 * 3600,
};

const letter: Ask = {
  type: 'text-input',
  payload: {
    markdown: true,
    maxLength: 600,
    prefill: 'Dear Ms Hansen,\n\nwe have **refunded** the second charge.',
    submitLabel: 'Send the letter',
    dismissLabel: 'Do not write',
  },
  expiresInSeconds: 2 * 3600,
};

const diff: Ask = {
  type: 'diff-review',
  payload: {
    title: 'One line makes the orders page fast again',
    files: [
      {
        path: 'src/orders/list.ts',
        diff: [
          '@@ -12,5 +12,5 @@',
          ' export function openOrders(db: Database) {',
          "-  return db.all('SELECT * FROM orders WHERE lower(state) = ?', 'open');",
          "+  return db.all('SELECT * FROM orders WHERE state = ?', 'open');",
          ' }',
        ].join('\n'),
      },
    ],
  },
  expiresInSeconds: 8 * 3600,
};

const source: Ask = {
  type: 'freeform',
  payload: {
    schema: {
      type: 'object',
      required: ['table', 'mode'],
      properties: {
        table: { type: 'string', title: 'Table', default: 'raw.payments' },
        mode: { enum: ['append', 'replace'], title: 'Mode' },
        keys: { type: 'array', items: { type: 'string' }, title: 'Keys' },
        nightly: { type: 'boolean', title: 'Every night', default: true },
      },
    },
  },
  expiresInSeconds: 30 * 3600,
};

const papers: Ask = {
  type: 'selection',
  payload: {
    mode: 'multi',
    submitLabel: 'Read these',
    dismissLabel: 'None of them',
    items: [
      ['WiscKey', 'Keys and values apart'],
      ['The Bw-tree', 'A tree without latches'],
      ['SILK', 'Compaction that does not get in the way'],
      ['PebblesDB', 'Fragmented logs'],
      ['LeanStore', 'Beyond main memory'],
      ['Umbra', 'As fast as memory, as large as disk'],
      ['FASTER', 'A log of hashes'],
      ['TimeTravelDB', 'Every version at hand'],
      ['SplinterDB', 'For very fast disks'],
      ['Hekaton', 'Lock-free in the engine'],
    ].map(([label, description]) => ({ id: label, label, description })),
  },
  expiresInSeconds: 60 * 3600,
};
