/** Fills an inbox with names, texts and choices that are hard to lay out: long, many, alike, hidden, from right to left. */
import { type Client, createClient, ok } from '../../src/client/client.ts';

export type Long = Awaited<ReturnType<typeof fillWithLong>>;

const email = 'maximiliane.von-und-zu-hohenlohe-waldenburg@infrastructure.example.com';
const password = 'correct horse';
const person = 'Maximiliane Freifrau von und zu Hohenlohe-Waldenburg-Schillingsfürst';
const unbroken = 'reconcile_settlement_batches_across_all_regions_and_ledgers_v2';

export async function fillWithLong(url: string, ownerToken: string) {
  const owner = createClient(url, { token: ownerToken });
  const agent = createClient(url, { apiKey: ownerToken });
  await ok(owner.auth.setup.post({ email, password, name: person }));
  const channels = await makeChannels(owner, agent);
  await makeAccess(owner, channels);
  const questions = await askQuestions(agent, owner, channels);
  await sendFiles(url, ownerToken, channels.unbroken);
  await ok(owner.messages.post({ channelId: channels.unbroken, text: `${unbroken} `.repeat(6) }));
  const retracted = await ask(agent, channels.words, 'Was this meant for the other inbox?', {});
  await ok(agent.messages({ id: retracted }).delete());
  return { url, email, password, channels, questions: { ...questions, retracted } };
}

async function makeChannels(owner: Client, agent: Client) {
  const channel = async (name: string, description: string, message: string | null) => {
    const input = { name, description, avatarUrl: null, webhookUrl: null };
    const { id } = await ok(owner.agents.post(input));
    await ok(agent.status.ping.post({ agentId: id, status: 'active', message }));
    return id;
  };
  return {
    unbroken: await channel(
      unbroken,
      'Compares what the banks say they have settled with what the ledgers of all regions say, every hour, and asks about each difference',
      'waiting for the settlement file of the third region, which is late again today',
    ),
    words: await channel('Quarterly close — entities in EMEA, APAC and the Americas', '', null),
    arabic: await channel('وكيل النشر التلقائي', 'ينشر ما اجتاز الفحوص', null),
  };
}

async function makeAccess(owner: Client, channels: { unbroken: string; words: string }) {
  await ok(owner.keys.post({ name: unbroken, channels: Object.values(channels), expiresAt: null }));
  const { code } = await ok(
    owner.enrolments.post({ client: 'claude', channelId: channels.unbroken }),
  );
  const machine = { client: 'claude', host: unbroken.slice(0, 80), version: '2.1.330' } as const;
  await ok(owner.enrol.post({ code, ...machine }));
  await ok(owner.tokens.post({ name: `laptop of ${person}` }));
  await ok(
    owner.users.post({
      name: 'Wolfeschlegelsteinhausenbergerdorff',
      email: `${unbroken}@example.com`,
      role: 'reviewer',
      password,
      channels: Object.values(channels),
    }),
  );
  const contact = { answers: true, shows: 'all', from: 'low' } as const;
  const topic = 'maximiliane-hohenlohe-waldenburg-phone-and-watch-7f3a91c2';
  await ok(
    owner.contacts.post({ kind: 'ntfy', name: `${person}'s phone`, address: topic, ...contact }),
  );
}

async function ask(
  agent: Client,
  channelId: string,
  title: string,
  payload: Record<string, unknown>,
  { type = 'approval', text, ...more }: { type?: string; text?: string; urgency?: 'critical' } = {},
): Promise<string> {
  const review = { type, payload: { title, ...payload }, ...more };
  return (await ok(agent.messages.post({ channelId, text: text ?? title, review }))).id;
}

async function askQuestions(
  agent: Client,
  owner: Client,
  channels: Awaited<ReturnType<typeof makeChannels>>,
) {
  const { unbroken: long, words, arabic } = channels;
  const regions = Array.from({ length: 12 }, (_, at) => ({
    id: `region-${at + 1}`,
    label: at % 3 === 1 ? `Region ${at + 1}, after its own bank holiday` : `Region ${at + 1}`,
  }));
  const items = Array.from({ length: 60 }, (_, at) => ({
    id: `batch-${at}`,
    label: at % 4 === 0 ? `${unbroken}-${at}` : `Batch ${at}`,
    description: at % 2 === 0 ? 'Its sum differs from that of the ledger by less than a cent' : '',
  }));
  return {
    options: await ask(agent, long, `Which region shall ${unbroken} settle first?`, {
      options: regions,
      allowComment: true,
    }),
    alike: await ask(agent, words, 'Two look alike. Which of them?', {
      options: [
        { id: 'payments-eu', label: 'Send it to the customer' },
        { id: 'payments-us', label: 'Send it to the customer' },
        { id: 'nobody', label: '\u200b' },
      ],
    }),
    hidden: await ask(
      agent,
      words,
      'Pay invoice \u202e0012\u202c to pa\u200bypal.com?',
      {
        options: [
          { id: 'approve', label: 'Pay\u200b it' },
          { id: 'reject', label: 'Reject' },
        ],
      },
      {
        text: 'The account is \u202eDE89 3704 0044\u202c.\n\n`rm -rf \u2066/tmp\u2069` ran first.',
      },
    ),
    items: await ask(
      agent,
      long,
      'Which batches?',
      { mode: 'multi', items },
      { type: 'selection' },
    ),
    fields: await ask(
      agent,
      words,
      'Details of the quarterly close of all entities in EMEA, APAC and the Americas',
      {
        fields: [
          {
            name: 'entity',
            type: 'select',
            label: 'Entity whose books are closed before those of all other entities of the group',
            options: [unbroken, 'Another one with a name of more than a few words'],
            required: true,
          },
          { name: unbroken, type: 'number', label: unbroken, min: 0, required: true },
          {
            name: 'sure',
            type: 'checkbox',
            label: 'The auditors have been informed of each difference that is above the threshold',
          },
        ],
      },
      { type: 'form' },
    ),
    rating: await ask(
      agent,
      words,
      'How well does the report explain its numbers?',
      {
        prompt: 'How well are the numbers explained?',
        min: 1,
        max: 10,
        minLabel: 'Nobody can follow it at all',
        maxLabel: 'Everybody understands it',
      },
      { type: 'rating' },
    ),
    arabic: await ask(
      agent,
      arabic,
      'هل ننشر الإصدار v2.3.1 الآن؟',
      { allowComment: true },
      {
        text: 'اجتازت **482** فحصًا. نفّذ `deploy --now` بعد الموافقة.',
      },
    ),
    lowered: await askLowered(agent, owner, long),
  };
}

/** In a channel of which no question stays critical. */
async function askLowered(agent: Client, owner: Client, channelId: string): Promise<string> {
  await ok(owner.agents({ id: channelId }).patch({ criticalPerHour: 0 }));
  return ask(agent, channelId, `Stop ${unbroken}?`, {}, { urgency: 'critical' });
}

async function sendFiles(url: string, agentKey: string, channelId: string): Promise<void> {
  const names = [`${unbroken}-${unbroken}.csv`, 'differences of the third region, second try.txt'];
  for (const name of names) {
    const body = new FormData();
    body.append('channelId', channelId);
    body.append('file', new File(['a,b\n1,2\n'], name, { type: 'text/plain' }));
    const headers = { 'x-api-key': agentKey };
    await fetch(`${url}/api/v1/files/upload`, { method: 'POST', headers, body });
  }
}
