/** Inboxes with people who are reached by an ntfy server. */
import { type Human, localAgent } from '../../../src/core/access/callers.ts';
import { localOwner } from '../../../src/core/access/local-owner.ts';
import { createUser, humanById } from '../../../src/core/access/users.ts';
import { createChannel, updateChannel } from '../../../src/core/channels/channels.ts';
import { CreateAgent } from '../../../src/core/channels/schema.ts';
import { sendMessage } from '../../../src/core/messages/messages.ts';
import { SendMessage } from '../../../src/core/messages/schema.ts';
import { createContact } from '../../../src/core/notify/contacts.ts';
import { CreateContact } from '../../../src/core/notify/schema.ts';
import { openInbox } from '../../../src/core/open.ts';
import { silentLog } from '../../../src/log.ts';
import { noWays } from '../../../src/ways/ways.ts';

const origin = { via: 'dashboard', address: null, credential: 'session' } as const;

/** The number of critical questions that a channel may ask in an hour. Critical ones are never gathered. */
export const CRITICAL_OF_A_CHANNEL = 100;

/** Opens an inbox with channels that `people` users see, with `contacts` each. */
export async function openWithPeople(
  data: string,
  people: number,
  contacts: number,
  { channels = 1, now = Date.now } = {},
) {
  const inbox = await openInbox({
    data,
    log: silentLog(),
    holder: 'a benchmark',
    now,
    ways: { ...noWays, ntfyUrl: 'http://127.0.0.1:1' },
  });
  const owner = await localOwner(inbox);
  const channelIds: string[] = [];
  while (channelIds.length < channels) {
    const input = CreateAgent.parse({ name: `bench ${channelIds.length}` });
    const { id } = await createChannel(inbox, owner, input);
    await updateChannel(inbox, owner, id, { criticalPerHour: CRITICAL_OF_A_CHANNEL });
    channelIds.push(id);
  }
  const [channelId = ''] = channelIds;
  for (let at = 0; at < people; at++) {
    const name = `person-${at}`;
    const email = `${name}@example.com`;
    const input = { name, email, role: 'reviewer' as const, channels: channelIds };
    const { id } = await createUser(inbox, owner, input);
    const person = (await humanById(inbox, id, origin)) as Human;
    for (let number = 0; number < contacts; number++) {
      const contact = { kind: 'ntfy', address: `${name}-${number}` } as const;
      await createContact(inbox, person, CreateContact.parse(contact));
    }
  }
  const ask = SendMessage.parse({
    channelId,
    text: 'Deploy?',
    review: { type: 'approval', urgency: 'high' },
  });
  return { inbox, channelIds, ask: () => sendMessage(inbox, localAgent(), ask) };
}
