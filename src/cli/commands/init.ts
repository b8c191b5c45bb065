import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import { Email } from '../../core/access/schema.ts';
import { withConnection } from '../connect.ts';
import type { GlobalOptions } from '../options.ts';
import { note, print, printJson } from '../output.ts';
import { fits, newPassword } from '../passwords.ts';
import { askText, mustBeTerminal } from '../prompts.ts';

type Options = GlobalOptions & {
  email?: string;
  passwordFile?: string;
  name?: string;
  yes?: boolean;
};

export function defineInit(command: Command): void {
  command
    .option('--email <address>', "the owner's e-mail address")
    .option('--password-file <file>', 'a file with the password, - for standard input')
    .option('--name <name>', "the owner's name")
    .option('--yes', 'ask nothing: without an e-mail address only the directory is made')
    .addHelpText('after', '\nExample:\n  $ inbox init --yes')
    .action((_: unknown, self: Command) => init(self.optsWithGlobals()));
}

async function init(options: Options): Promise<void> {
  // Wherever the person has logged in: this sets up the inbox here.
  const connected = <T>(work: (person: Client) => Promise<T>) =>
    withConnection({ ...options, profile: false }, 'inbox init', ({ person }) => work(person));
  const before = await connected((person) => ok(person.auth.session.get()));
  if (before.email !== null) {
    note(`The inbox is set up already, for ${before.email}.`);
    if (options.json) printJson(before);
    return;
  }
  const answers = await askOwner(options, before.name);
  const owner = answers ? await connected((person) => ok(person.auth.setup.post(answers))) : before;
  if (options.json) printJson(owner);
  else print(owner.email ?? owner.name);
  note('Next: `inbox serve`, `inbox channel create NAME`, `inbox key create NAME`.');
  note(
    owner.email === null
      ? 'If an agent runs under this account: set a password with `inbox init --email ADDRESS`, then `inbox local-answers off`.'
      : 'If an agent runs under this account: `inbox local-answers off`, and only people who log in answer.',
  );
}

type Owner = { email: string; password: string; name: string };

/** Null where nothing is to be asked: whoever can read the directory is its owner all the same. */
async function askOwner(options: Options, systemName: string): Promise<Owner | null> {
  if (options.yes && !options.email) return null;
  if (!options.email || !options.passwordFile) {
    mustBeTerminal('--email and --password-file, or --yes for neither');
  }
  const email =
    options.email ?? (await askText({ message: 'Your e-mail address', validate: fits(Email) }));
  const name = options.name ?? (await ownerName(options, systemName));
  const password = await newPassword(options.passwordFile, 'A password for the dashboard');
  return { email, name, password };
}

async function ownerName(options: Options, systemName: string): Promise<string> {
  if (options.email) return systemName;
  return askText({ message: 'Your name', initial: systemName });
}
