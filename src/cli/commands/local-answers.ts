import { Argument, type Command } from 'commander';
import { ok } from '../../client/client.ts';
import { OnOrOff } from '../../core/access/schema.ts';
import { withConnection } from '../connect.ts';
import type { GlobalOptions } from '../options.ts';
import { note, print, printJson } from '../output.ts';

export function defineLocalAnswers(command: Command): void {
  command
    .addArgument(new Argument('[state]', 'without it, the state is shown').choices(OnOrOff.options))
    .addHelpText(
      'after',
      '\nOff, whoever can read the data directory still reads, asks, and manages channels, keys and\nbackups; answers, tokens, users and restores need a login. `on` needs an owner who has logged in.',
    )
    .addHelpText('after', '\nExample:\n  $ inbox local-answers off')
    .action((state: OnOrOff | undefined, _: unknown, self: Command) =>
      localAnswers(state, self.optsWithGlobals()),
    );
}

async function localAnswers(state: OnOrOff | undefined, options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox local-answers', async ({ person }) => {
    const route = person['local-answers'];
    const now = await ok(state ? route.post({ localAnswers: state }) : route.get());
    if (options.json) return printJson(now);
    print(now.localAnswers);
    if (state === 'off') note('From now on only people who have logged in answer.');
  });
}
