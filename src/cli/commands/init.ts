import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import { type Config, urlAt } from '../../config.ts';
import { Email, type User } from '../../core/access/schema.ts';
import { type Connection, withConnection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import type { GlobalOptions } from '../options.ts';
import { note, print, printJson } from '../output.ts';
import { fits, withNewPassword } from '../passwords.ts';
import { askText, mustBeTerminal } from '../prompts.ts';
import { resolveTarget } from '../target.ts';

type Options = GlobalOptions & {
  email?: string;
  passwordFile?: string;
  name?: string;
  yes?: boolean;
};

export function defineInit(command: Command): void {
  command
    .option('--email <address>', "the owner's e-mail address")
    .option('--password-file <file>', 'file with the password, or - for standard input')
    .option('--name <name>', "the owner's name")
    .option('--yes', 'do not prompt; without --email, only create the data directory')
    .addHelpText('after', '\nExample:\n  $ inbox init --yes')
    .action((_: unknown, self: Command) => init(self.optsWithGlobals()));
}

async function init(options: Options): Promise<void> {
  const { settings: config } = resolveTarget({ ...options, profile: false });
  // Create nothing for a refused command.
  if (config.url === null && !existsSync(config.data)) mustSayOwner(options);
  const before = await connected(options, ({ person }) => ok(person.auth.session.get()));
  if (before.email !== null) {
    note(`This inbox is already set up for ${before.email}.`);
    if (options.json) printJson(before);
    return;
  }
  mustSayOwner(options);
  const owner = await setUp(options, before);
  if (options.json) printJson(owner);
  else print(owner.email ?? owner.name);
  note(
    owner.email === null
      ? 'If an agent runs under this account, set a password with `inbox init --email ADDRESS`, then run `inbox local-answers off`.'
      : 'If an agent runs under this account, run `inbox local-answers off`, so that only people who log in can answer.',
  );
  note(`Next: ${await nextStep(options, config, owner)}`);
}

/** Sets up the local inbox even if the person is logged in elsewhere. */
const connected = <T>(options: Options, work: (connection: Connection) => Promise<T>) =>
  withConnection({ ...options, profile: false }, 'inbox init', work);

/** Without an e-mail address no owner is set up: anyone who can read the directory is its owner. */
async function setUp(options: Options, before: User): Promise<User> {
  if (options.yes && !options.email) return before;
  const email =
    options.email ?? (await askText({ message: 'Your e-mail address', validate: fits(Email) }));
  const name = options.name ?? (await ownerName(options, before.name));
  return withNewPassword(options.passwordFile, 'Password for the dashboard', (password) =>
    connected(options, ({ person }) => ok(person.auth.setup.post({ email, name, password }))),
  );
}

/** Refuses early if something is missing and no terminal can ask for it. */
function mustSayOwner({ email, name, passwordFile, yes = false }: Options): void {
  const isAsked = !yes && process.stdin.isTTY && process.stderr.isTTY;
  if (isAsked) return;
  if (email && !passwordFile) {
    throw new UsageError(
      'The password is missing: pass --password-file FILE, or - for standard input',
    );
  }
  if (!email && (passwordFile || name)) {
    throw new UsageError('The e-mail address is missing: pass --email ADDRESS');
  }
  if (!email && !yes) mustBeTerminal('--email and --password-file, or --yes for neither');
}

async function nextStep(options: Options, config: Config, { email }: User): Promise<string> {
  const served = await connected(options, async ({ publicUrl }) => publicUrl);
  if (served !== null) return `open ${served}`;
  const serve = options.data ? `inbox serve --data ${options.data}` : 'inbox serve';
  const home = config.publicUrl ?? urlAt(config.host, config.port);
  return email === null
    ? `run \`${serve}\` and open the link it prints, at ${home}`
    : `run \`${serve}\` and open ${home}`;
}

async function ownerName(options: Options, systemName: string): Promise<string> {
  if (options.email) return systemName;
  return askText({ message: 'Your name', initial: systemName });
}
