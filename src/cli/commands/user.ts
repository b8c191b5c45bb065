import { type Command, Option } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import { Role, type User } from '../../core/access/schema.ts';
import type { Agent } from '../../core/channels/schema.ts';
import { namesOf } from '../channels.ts';
import { flagChannelId, withConnection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import { collect, type GlobalOptions } from '../options.ts';
import { note, print, printJson } from '../output.ts';
import { mustHavePassword, withNewPassword } from '../passwords.ts';
import { isAgreed } from '../prompts.ts';
import { idColumn } from '../table/id-column.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';
import { userNamed } from '../users.ts';

type AddOptions = GlobalOptions & {
  name?: string;
  role: User['role'];
  channel?: string[];
  passwordFile?: string;
  password: boolean;
};
type EditOptions = GlobalOptions & {
  name?: string;
  role?: User['role'];
  channel?: string[];
};
type RemoveOptions = GlobalOptions & { yes?: boolean };
type PasswordOptions = GlobalOptions & { passwordFile?: string };

const fileFlag = [
  '--password-file <file>',
  'file with the password, or - for standard input',
] as const;

export function defineUser(command: Command): void {
  command
    .command('add <email>')
    .description('add a user and print their id')
    .option('--name <name>', 'display name (default: the e-mail address)')
    .addOption(
      new Option('--role <role>', 'role of the user').choices(Role.options).default('reviewer'),
    )
    .option('-c, --channel <channel>', 'channel that a reviewer can see (repeatable)', collect)
    .option(...fileFlag)
    .option('--no-password', 'no password: the user logs in with tokens only')
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox user add rita@example.com -c deploys --no-password',
    )
    .action((email: string, _: unknown, self: Command) => add(email, self.optsWithGlobals()));
  command
    .command('list')
    .description('list the users')
    .addHelpText('after', '\nExample:\n  $ inbox user list')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('edit <user>')
    .description('change the name, the role or the channels of a user')
    .option('--name <name>', 'display name')
    .addOption(new Option('--role <role>', 'role of the user').choices(Role.options))
    .option(
      '-c, --channel <channel>',
      'channel that a reviewer can see, instead of the current ones (repeatable)',
      collect,
    )
    .addHelpText('after', '\nExample:\n  $ inbox user edit mia@example.com -c deploys')
    .action((user: string, _: unknown, self: Command) => edit(user, self.optsWithGlobals()));
  command
    .command('passwd <user>')
    .description(
      'set the password of a user, given by e-mail address or id; ends their sessions and tokens',
    )
    .option(...fileFlag)
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox user passwd mia@example.com --password-file password',
    )
    .action((user: string, _: unknown, self: Command) => passwd(user, self.optsWithGlobals()));
  command
    .command('disable <user>')
    .description('disable a user; ends their sessions and tokens immediately')
    .addHelpText('after', '\nExample:\n  $ inbox user disable mia@example.com')
    .action((user: string, _: unknown, self: Command) => set(user, true, self.optsWithGlobals()));
  command
    .command('enable <user>')
    .description('enable a disabled user')
    .addHelpText('after', '\nExample:\n  $ inbox user enable mia@example.com')
    .action((user: string, _: unknown, self: Command) => set(user, false, self.optsWithGlobals()));
  command
    .command('rm <user>')
    .description('remove a user with their sessions, tokens and contacts; their answers stay')
    .option('--yes', 'skip the confirmation')
    .addHelpText('after', '\nExample:\n  $ inbox user rm mia@example.com')
    .action((user: string, _: unknown, self: Command) => remove(user, self.optsWithGlobals()));
}

async function add(email: string, options: AddOptions): Promise<void> {
  const { name = email, role, passwordFile } = options;
  if (options.password) mustHavePassword(passwordFile, ', or --no-password for none');
  const named = options.channel ?? [];
  const made = await (options.password
    ? withNewPassword(passwordFile, `Password for ${email}`, (password) => send({ password }))
    : send({}));
  if (options.json) printJson(made);
  else print(made.id);

  function send(secret: { password?: string }): Promise<User> {
    return withConnection(options, 'inbox user add', async ({ person }) => {
      const channels = await Promise.all(named.map((one) => flagChannelId(person, one)));
      return ok(person.users.post({ email, name, role, channels, ...secret }));
    });
  }
}

async function list(options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox user list', async ({ person }) => {
    const users = await ok(person.users.get());
    if (options.json) return printJson(users);
    await printList(users, userColumns(await ok(person.agents.get())));
  });
}

const userColumns = (channels: Agent[]): Column<User>[] => [
  idColumn(),
  { whole: ({ email }) => email ?? '', least: 16, rank: 3 },
  { whole: ({ name }) => name, least: 10 },
  { whole: ({ role }) => role, rank: 2 },
  { whole: ({ disabled }) => (disabled ? 'disabled' : ''), style: () => 'red', rank: 1 },
  { whole: (user) => namesOf(user.channels, channels), least: 12, rank: 4 },
];

async function edit(named: string, options: EditOptions): Promise<void> {
  const { name, role, channel } = options;
  if (!name && !role && !channel) {
    throw new UsageError('Nothing to change: pass --name, --role or --channel');
  }
  await withConnection(options, 'inbox user edit', async ({ person }) => {
    const { id } = await findUser(person, named);
    const channels =
      channel && (await Promise.all(channel.map((one) => flagChannelId(person, one))));
    const changes = {
      ...(name ? { name } : {}),
      ...(role ? { role } : {}),
      ...(channels ? { channels } : {}),
    };
    const changed = await ok(person.users({ id }).patch(changes));
    if (options.json) return printJson(changed);
    const sees = namesOf(changed.channels, await ok(person.agents.get()));
    note(`${changed.name}: ${changed.role}, sees ${sees}.`);
  });
}

async function remove(named: string, options: RemoveOptions): Promise<void> {
  const connected = <T>(work: (person: Client) => Promise<T>) =>
    withConnection(options, 'inbox user rm', ({ person }) => work(person));
  const { id, name } = await connected((person) => findUser(person, named));
  if (!(await isAgreed(`Remove ${name}?`, 'removed', options))) return;
  const removed = await connected((person) => ok(person.users({ id }).delete()));
  if (options.json) printJson(removed);
  else note(`${name} removed.`);
}

async function passwd(named: string, options: PasswordOptions): Promise<void> {
  const { passwordFile } = options;
  mustHavePassword(passwordFile);
  const connected = <T>(work: (person: Client) => Promise<T>) =>
    withConnection(options, 'inbox user passwd', ({ person }) => work(person));
  const { id, name } = await connected((person) => findUser(person, named));
  const changed = await withNewPassword(passwordFile, `New password for ${name}`, (password) =>
    connected((person) => ok(person.users({ id }).patch({ password }))),
  );
  if (options.json) printJson(changed);
  else note(`Password of ${changed.name} changed; their sessions and tokens have ended.`);
}

async function set(named: string, disabled: boolean, options: GlobalOptions): Promise<void> {
  await withConnection(
    options,
    `inbox user ${disabled ? 'disable' : 'enable'}`,
    async ({ person }) => {
      const { id } = await findUser(person, named);
      const changed = await ok(person.users({ id }).patch({ disabled }));
      if (options.json) return printJson(changed);
      note(`${changed.name} ${disabled ? 'disabled' : 'enabled'}.`);
    },
  );
}

async function findUser(person: Client, named: string): Promise<User> {
  return userNamed(await ok(person.users.get()), named);
}
