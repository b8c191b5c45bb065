import { expect, test } from 'bun:test';
import { createContact, listContacts } from '../../../src/core/notify/contacts.ts';
import { CreateContact } from '../../../src/core/notify/schema.ts';
import type { Ways } from '../../../src/ways/ways.ts';
import { testInbox } from '../../support/inbox/inbox.ts';
import { removeDirectory, temporaryDirectory } from '../../support/machine/directory.ts';
import { confirm } from '../../support/reach/confirming.ts';

const at = (ntfyUrl: string) => ({ ntfyUrl });
const bot = (telegramToken: string) => ({ telegramToken });
const slack = (slackBotToken: string) => ({ slackBotToken, slackAppToken: 'xapp-1' });
const mail = (smtpUrl: string) => ({ smtpUrl, smtpFrom: 'inbox@example.com' });

type Change = [what: string, kind: string, before: Partial<Ways>, after: Partial<Ways>];
const ends: Change[] = [
  ['another server', 'ntfy', at('https://one.example'), at('https://two.example')],
  ['another port', 'ntfy', at('https://one.example'), at('https://one.example:8443')],
  ['another workspace', 'slack', slack('xoxb-1-2-abc'), slack('xoxb-9-2-abc')],
  ['another bot', 'slack', slack('xoxb-1-2-abc'), slack('xoxb-1-3-abc')],
  ['another mail server', 'email', mail('smtp://a:b@one.example'), mail('smtp://a:b@two.example')],
  ['another user', 'email', mail('smtp://a:b@one.example'), mail('smtp://c:b@one.example')],
];
const stays: Change[] = [
  ['a new path', 'ntfy', at('https://one.example'), at('https://one.example/')],
  ['a new token', 'slack', slack('xoxb-1-2-abc'), slack('xoxb-1-2-def')],
  ['a new password', 'email', mail('smtp://a:b@one.example'), mail('smtp://a:c@one.example')],
  [
    'another way',
    'ntfy',
    at('https://one.example'),
    { ...at('https://one.example'), ...bot('1:a') },
  ],
];

const addresses: Record<string, string> = {
  ntfy: 'phone',
  slack: 'U012AB3CD',
  email: 'a@b.example',
};

/** Whether a confirmed contact is confirmed after a restart with other settings. */
async function isConfirmedAfter([, kind, ...settings]: Change): Promise<boolean> {
  const data = temporaryDirectory();
  const [before = {}, after = {}] = settings;
  const first = await testInbox({ data, ways: before });
  const input = CreateContact.parse({ kind, address: addresses[kind] });
  const { contact } = await createContact(first, first.owner, input);
  await confirm(first, first.owner, contact.id);
  await first.close();
  const second = await testInbox({ data, ways: after });
  const [found] = await listContacts(second, second.owner);
  await second.close();
  removeDirectory(data);
  return found?.confirmedAt !== null;
}

test.each(ends)(
  'requires a contact to be confirmed again after %s sends: %s',
  async (what, kind, before, after) => {
    expect(await isConfirmedAfter([what, kind, before, after])).toBe(false);
  },
);

test.each(stays)('keeps a contact confirmed with %s: %s', async (what, kind, before, after) => {
  expect(await isConfirmedAfter([what, kind, before, after])).toBe(true);
});
