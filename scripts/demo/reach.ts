/** Ways to reach people: a phone, a contact that fails, one that nobody uses now, and a ladder. */
import { type Client, ok } from '../../src/client/client.ts';
import type { Channels } from './channels.ts';
import { testCode } from './decision-link.ts';

/** The topic that the ntfy server of the demo refuses. */
export const REFUSED_TOPIC = 'ana-tablet-51c0';

export async function makeContacts(owner: Client, data: string) {
  const contact = (name: string, address: string) => addContact(owner, name, address);
  const phone = await makeContact(owner, data, 'Phone', 'ana-phone-7f3a');
  const tablet = await contact('Tablet', REFUSED_TOPIC);
  await ok(owner.contacts({ id: tablet.id }).test.post());
  await contact('Kitchen display', 'kitchen-display-20d9');
  const pager = await contact('Old pager', 'ana-pager-09b2');
  await ok(owner.contacts({ id: pager.id }).patch({ disabled: true, from: 'critical' }));
  return phone;
}

/** Adds a contact that may answer; returns its id. */
export async function makeContact(owner: Client, data: string, name: string, address: string) {
  const { id } = await addContact(owner, name, address);
  await confirm(owner, data, id);
  return id;
}

const addContact = (owner: Client, name: string, address: string) =>
  ok(owner.contacts.post({ kind: 'ntfy', name, address, ...usual }));

/** Confirms a contact by a test that its provider has accepted. */
async function confirm(owner: Client, data: string, id: string): Promise<void> {
  const contact = owner.contacts({ id });
  const { id: test } = await ok(contact.test.post());
  while ((await ok(contact.tests({ test }).get())).status !== 'accepted') await Bun.sleep(20);
  await ok(contact.verify.post({ code: await testCode(data, test) }));
}

const usual = { answers: true, shows: 'all', from: 'low' } as const;

/** Sets what delays notices, for once all questions of the demo have been asked. */
export async function setAttention(owner: Client, channels: Channels) {
  await ok(
    owner.attention.put({
      timeZone: 'Europe/Berlin',
      quiet: [
        { days: [1, 2, 3, 4, 5], from: '22:00', to: '07:00' },
        { days: [6, 0], from: '23:00', to: '10:00' },
      ],
      highBreaksThrough: true,
      reminders: true,
      digest: '08:00',
    }),
  );
  const people = await ok(owner.users.get());
  const idOf = (name: string) => people.find((one) => one.name.startsWith(name))?.id ?? '';
  await ok(
    owner.agents({ id: channels['deploy-bot'] }).ladder.put({
      steps: [{ afterSeconds: 600, people: [idOf('Bo')] }],
    }),
  );
}
