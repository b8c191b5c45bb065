import { Argument, type Command } from 'commander';
import { ok } from '../../client/client.ts';
import { OnOrOff } from '../../core/access/schema.ts';
import { withConnection } from '../connection.ts';
import type { GlobalOptions } from '../options.ts';
import { note, print, printJson } from '../output.ts';

export function defineLocalAnswers(command: Command): void {
  command
    .addArgument(
      new Argument('[state]', 'on or off; without it, shows the current state').choices(
        OnOrOff.options,
      ),
    )
    .addHelpText(
      'after',
      '\nWhen off, anyone who can read the data directory can still read messages, ask questions, and manage channels, keys and backups. Answering, restoring a backup, and managing tokens and users require a login. Only an owner who has logged in can turn it on again.',
    )
    .addHelpText('after', '\nExample:\n  $ inbox local-answers off')
    .action((state: OnOrOff | undefined, _: unknown, self: Command) =>
      localAnswers(state, self.optsWithGlobals()),
    );
}

async function localAnswers(state: OnOrOff | undefined, options: GlobalOptions): Promise<void> {
  const command = state ? 'inbox local-answers set' : 'inbox local-answers';
  await withConnection(options, command, async ({ person }) => {
    const route = person['local-answers'];
    const now = await ok(state ? route.post({ localAnswers: state }) : route.get());
    if (options.json) return printJson(now);
    print(now.localAnswers);
    if (state === 'off') note('Only people who log in can answer now.');
  });
}
