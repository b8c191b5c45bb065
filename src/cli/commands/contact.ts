import { type Command, Option } from 'commander';
import { renderUnicodeCompact } from 'uqr';
import { ok } from '../../client/client.ts';
import { contactsOf, ownContacts } from '../../client/contacts.ts';
import { InboxError } from '../../core/errors.ts';
import {
  type Contact,
  Shows,
  type Subscription,
  type UpdateContact,
  Urgency,
} from '../../core/notify/schema.ts';
import { wayOf } from '../../ways/ways.ts';
import { withConnection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import { shortId } from '../ids.ts';
import { type GlobalOptions, parseDurationOrZero } from '../options.ts';
import { note, onOneLine, print, printJson } from '../output.ts';
import { isAgreed } from '../prompts.ts';
import { addedWays, addressFrom, type KindOptions } from '../reach/contact-added.ts';
import { anyContactMeant, contactMeant } from '../reach/contact-chosen.ts';
import { pairTelegram } from '../reach/contact-pair.ts';
import { contactColumns, contactOfUserColumns } from '../reach/contact-table.ts';
import { testContact } from '../reach/contact-test.ts';
import { canAskCode, verifyContact, verifyNow } from '../reach/contact-verify.ts';
import { printList } from '../table/print.ts';
import { userIdIn } from '../users.ts';

type RuleOptions = GlobalOptions & {
  name?: string;
  from?: Contact['from'];
  shows?: Contact['shows'];
  delay?: string;
  answers?: boolean;
};
type AddOptions = RuleOptions & KindOptions;
type ListOptions = GlobalOptions & { user?: string; all?: boolean };
type RemoveOptions = GlobalOptions & { yes?: boolean };

const LONGEST_DELAY_SECONDS = 86_400;

export function defineContact(command: Command): void {
  defineAdd(command.command('add'));
  command
    .command('list')
    .description('list your contacts, with their state and last use')
    .option(
      '--user <user>',
      'list the contacts of this user, by e-mail address, name or id (owners only)',
    )
    .option('--all', 'list the contacts of all users (owners only)')
    .addHelpText('after', '\nExample:\n  $ inbox contact list')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  // Defined after --no-answers, --answers would be on by default.
  withRules(
    onContact(command, 'set', 'change when a contact is used and what it shows').option(
      '--answers',
      'allow answers there',
    ),
  )
    .addHelpText('after', '\nExample:\n  $ inbox contact set phone --from high --delay 60s')
    .action((typed: string | undefined, _: unknown, self: Command) =>
      set(typed, self.optsWithGlobals()),
    );
  onContact(command, 'test', 'send a test and ask whether it arrived')
    .addHelpText('after', '\nExample:\n  $ inbox contact test phone')
    .action((typed: string | undefined, _: unknown, self: Command) =>
      testContact(typed, self.optsWithGlobals()),
    );
  onContact(command, 'verify', 'enter the code that was sent to a contact')
    .argument('[code]', 'the six digits; prompted for in a terminal')
    .addHelpText('after', '\nExample:\n  $ inbox contact verify mail 123456')
    .action((typed: string | undefined, code: string | undefined, _: unknown, self: Command) =>
      verifyContact(typed, code, self.optsWithGlobals()),
    );
  onContact(command, 'disable', 'stop using a contact')
    .addHelpText('after', '\nExample:\n  $ inbox contact disable phone')
    .action((typed: string | undefined, _: unknown, self: Command) =>
      setDisabled(typed, true, self.optsWithGlobals()),
    );
  onContact(command, 'enable', 'use a disabled contact again')
    .addHelpText('after', '\nExample:\n  $ inbox contact enable phone')
    .action((typed: string | undefined, _: unknown, self: Command) =>
      setDisabled(typed, false, self.optsWithGlobals()),
    );
  onContact(command, 'remove', 'remove a contact; owners also that of another user, by its id')
    .option('--yes', 'skip the confirmation, which is only for a contact of another user')
    .addHelpText('after', '\nExample:\n  $ inbox contact remove phone')
    .action((typed: string | undefined, _: unknown, self: Command) =>
      remove(typed, self.optsWithGlobals()),
    );
}

function defineAdd(command: Command): void {
  command.description('add a way to notify you of questions and print its id');
  for (const { flag, about } of addedWays) command.option(flag, about);
  const setUp = addedWays.map(({ kind, setBy }) => `--${kind} by ${setBy}`).join('; ');
  // With --no-answers alone, answers would be on by default.
  withRules(command.option('--answers', 'allow answers there, also on a public server'))
    .addHelpText(
      'after',
      `\nThe owner first sets up the server for it: ${setUp}.\n\nWithout an address, prompts in a terminal.\n\nExample:\n  $ inbox contact add --ntfy my-inbox-7f3a --name phone`,
    )
    .action((_: unknown, self: Command) => add(self.optsWithGlobals()));
}

/** Defines a subcommand that takes a contact. */
const onContact = (command: Command, name: string, about: string): Command =>
  command
    .command(name)
    .description(about)
    .argument('[contact]', 'contact, by id or name; chosen from a list in a terminal');

const withRules = (command: Command): Command =>
  command
    .option('--name <name>', 'name of the contact')
    .addOption(
      new Option('--from <urgency>', 'lowest urgency to be notified of').choices(Urgency.options),
    )
    .addOption(
      new Option('--shows <part>', 'how much of a question is shown there').choices(Shows.options),
    )
    .option('--delay <duration>', 'notify only if still pending after this long, such as 60s')
    .option('--no-answers', 'do not allow answers there');

function rulesFrom({ name, from, shows, delay }: RuleOptions) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(from === undefined ? {} : { from }),
    ...(shows === undefined ? {} : { shows }),
    ...(delay === undefined ? {} : { delaySeconds: delayFrom(delay) }),
  };
}

function delayFrom(text: string): number {
  const seconds = parseDurationOrZero(text, '--delay');
  if (seconds > LONGEST_DELAY_SECONDS) throw new UsageError('--delay: at most 24h');
  return seconds;
}

async function add(options: AddOptions): Promise<void> {
  const rules = rulesFrom(options);
  const listWays = () =>
    withConnection(options, 'inbox contact add', ({ person }) => ok(person.ways.get()));
  const { kind, address } = await addressFrom(options, listWays);
  const { from = 'low', answers } = options;
  const use = { ...rules, from, answers };
  if (address === null && wayOf(kind).added.by === 'link') return pairTelegram(use, options);
  const body = { kind, address: address ?? undefined, ...use };
  const added = await withConnection(options, 'inbox contact add', async ({ person }) => {
    const answer = await person.contacts.post(body);
    const contact = await ok(Promise.resolve(answer)).catch((error) => {
      throw inAddress(error, kind);
    });
    if (options.json) printJson(contact);
    else print(contact.id);
    const id = shortId(contact.id);
    if (answer.status === 200) {
      const name = onOneLine(contact.name);
      note(`“${name}” is already one of your contacts. To change it: inbox contact set ${id}`);
    } else if (contact.verifiedAt === null) {
      note(`A code was sent there. To enter it: inbox contact verify ${id} CODE`);
    } else {
      if (contact.subscription) showSubscription(contact.subscription);
      note(`To test it: inbox contact test ${id}`);
      if (!contact.answers && answers !== false) {
        note(
          `Anyone who learns the topic can read what is sent there, and answer: it shows titles alone, and takes no answers. To change it: inbox contact set ${id} --shows all --answers`,
        );
      }
    }
    return contact;
  });
  if (added.verifiedAt === null && canAskCode(options)) await verifyNow(added, options);
}

/** Prints a topic that the inbox made, for the app of its user. */
function showSubscription({ server, topic, url }: Subscription): void {
  if (process.stderr.isTTY) note(renderUnicodeCompact(url, { border: 2 }));
  note('Subscribe to this topic in the app, and do not share it:');
  note(`  server  ${server}`);
  note(`  topic   ${topic}`);
}

/** Names the flag of an address that is refused. */
function inAddress(error: unknown, kind: Contact['kind']): unknown {
  const issues = error instanceof InboxError ? (error.details.issues ?? []) : [];
  const issue = issues.find(({ path }) => path[0] === 'address');
  return issue ? new UsageError(`--${kind}: ${issue.message}`) : error;
}

async function list({ user, all, ...options }: ListOptions): Promise<void> {
  await withConnection(options, 'inbox contact list', async ({ person }) => {
    if (user !== undefined || all) {
      const users = await ok(person.users.get());
      const whose = all ? 'everybody' : { user: await userIdIn(users, user ?? '') };
      const contacts = await contactsOf(person, whose);
      if (options.json) return printJson(contacts);
      if (contacts.length === 0) return note('No contacts yet.');
      return printList(contacts, contactOfUserColumns(users, Date.now()));
    }
    const contacts = await ownContacts(person);
    if (options.json) return printJson(contacts);
    if (contacts.length === 0) return note('No contacts yet. Add one with `inbox contact add`.');
    await printList(contacts, contactColumns(Date.now()));
  });
}

async function set(typed: string | undefined, options: RuleOptions): Promise<void> {
  const { answers } = options;
  const changes = { ...rulesFrom(options), ...(answers === undefined ? {} : { answers }) };
  if (Object.keys(changes).length === 0) {
    throw new UsageError('Nothing to change. Example: inbox contact set phone --from high');
  }
  await update('inbox contact set', typed, changes, options, 'changed');
}

const setDisabled = (typed: string | undefined, disabled: boolean, options: GlobalOptions) =>
  disabled
    ? update('inbox contact disable', typed, { disabled }, options, 'disabled')
    : update('inbox contact enable', typed, { disabled }, options, 'enabled');

async function update(
  command: string,
  typed: string | undefined,
  changes: UpdateContact,
  options: GlobalOptions,
  result: string,
): Promise<void> {
  const { id } = await contactMeant(options, command, typed);
  await withConnection(options, command, async ({ person }) => {
    const contact = await ok(person.contacts({ id }).patch(changes));
    if (options.json) printJson(contact);
    else note(`Contact “${onOneLine(contact.name)}” ${result}.`);
  });
}

async function remove(typed: string | undefined, options: RemoveOptions): Promise<void> {
  const { contact, whose } = await anyContactMeant(options, 'inbox contact remove', typed);
  const { id, name } = contact;
  const question = `Remove the contact “${onOneLine(name)}” of ${onOneLine(whose ?? '')}?`;
  if (whose !== null && !(await isAgreed(question, 'removed', options))) return;
  await withConnection(options, 'inbox contact remove', async ({ person }) => {
    const removed = await ok(person.contacts({ id }).delete());
    if (options.json) printJson(removed);
    else note(`Contact “${onOneLine(name)}” removed.`);
  });
}
