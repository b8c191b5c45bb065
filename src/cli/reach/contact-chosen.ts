/** Finds the contact that a command names. */
import { type Client, ok } from '../../client/client.ts';
import { contactsOf, ownContacts } from '../../client/contacts.ts';
import type { User } from '../../core/access/schema.ts';
import { InboxError } from '../../core/errors.ts';
import type { Contact, ContactOfUser } from '../../core/notify/schema.ts';
import { wayOf } from '../../ways/ways.ts';
import { withConnection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import { type Named, oneOf, shortId } from '../ids.ts';
import type { GlobalOptions } from '../options.ts';
import { askOne } from '../prompts.ts';
import { whoseOf } from '../users.ts';

const contacts: Named<Contact> = {
  kind: 'contact',
  list: 'inbox contact list',
  name: ({ name }) => name,
  words: ({ kind, name, address }) => `${kind}  ${name} (${address})`,
};

/** Finds a contact by what was typed; without that, prompts with the list. */
export async function contactMeant(
  options: GlobalOptions,
  command: string,
  typed: string | undefined,
): Promise<Contact> {
  if (typed === undefined && (!process.stdin.isTTY || !process.stderr.isTTY)) {
    const list = 'List your contacts with `inbox contact list`';
    throw new UsageError(`A contact is required: \`${command} CONTACT\`. ${list}`);
  }
  const all = await withConnection(options, command, ({ person }) => ownContacts(person));
  return oneOf(contacts, all, typed ?? (await chosenId(all)));
}

type Meant = {
  contact: Pick<Contact, 'id' | 'name'>;
  /** Its user, if that is another one. */
  whose: string | null;
};

/** Finds the contact that is meant; an owner may name another user's by its id. */
export async function anyContactMeant(
  options: GlobalOptions,
  command: string,
  typed: string | undefined,
): Promise<Meant> {
  try {
    return { contact: await contactMeant(options, command, typed), whose: null };
  } catch (error) {
    const isUnknown = error instanceof InboxError && error.code === 'not_found';
    if (!isUnknown || typed === undefined) throw error;
    const listed = await withConnection(options, command, ({ person }) => everybodys(person));
    if (listed === null) throw error;
    const contact = oneOf(namedById(listed.users), listed.contacts, typed);
    return { contact, whose: whoseOf(contact, listed.users) };
  }
}

/** Null for a reviewer, who sees none. */
async function everybodys(person: Client) {
  try {
    return { contacts: await contactsOf(person, 'everybody'), users: await ok(person.users.get()) };
  } catch (error) {
    if (error instanceof InboxError && error.code === 'forbidden') return null;
    throw error;
  }
}

const namedById = (users: User[]): Named<ContactOfUser> => ({
  kind: 'contact',
  list: 'inbox contact list',
  words: (contact) => `${contact.kind}  ${contact.name} (${whoseOf(contact, users)})`,
});

async function chosenId(all: Contact[]): Promise<string> {
  if (all.length === 0) {
    throw new InboxError('not_found', 'No contacts yet. Add one with `inbox contact add`');
  }
  const choices = all.map(({ id, kind, name, address }) => ({
    value: id,
    label: name,
    hint: `${wayOf(kind).label}, ${address}, ${shortId(id)}`,
  }));
  return askOne('Which contact?', choices);
}
