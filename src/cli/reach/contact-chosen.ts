/** Finds the contact that a command names. */
import { ownContacts } from '../../client/contacts.ts';
import { InboxError } from '../../core/errors.ts';
import type { Contact } from '../../core/reach/schema.ts';
import { withConnection } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { type Named, oneOf, shortId } from '../ids.ts';
import type { GlobalOptions } from '../options.ts';
import { askOne } from '../prompts.ts';
import { contactKinds } from './contact-kinds.ts';

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

async function chosenId(all: Contact[]): Promise<string> {
  if (all.length === 0) {
    throw new InboxError('not_found', 'No contacts yet. Add one with `inbox contact add`');
  }
  const choices = all.map(({ id, kind, name, address }) => ({
    value: id,
    label: name,
    hint: `${contactKinds[kind].label}, ${address}, ${shortId(id)}`,
  }));
  return askOne('Which contact?', choices);
}
