import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import { withConnection } from '../connect.ts';
import type { GlobalOptions } from '../options.ts';
import { print, printJson, wrapped } from '../output.ts';
import { messageText } from '../render.ts';

export function defineShow(command: Command): void {
  command
    .argument('<id>')
    .addHelpText('after', '\nExample:\n  $ inbox show 01M7YGQ6NTZX13P8GDSCK18JEV')
    .action((id: string, _: unknown, self: Command) => show(id, self.optsWithGlobals()));
}

async function show(id: string, options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox show', async ({ person }) => {
    const message = await ok(person.messages({ id }).get({ query: {} }));
    if (options.json) return printJson(message);
    const { name } = await ok(person.agents({ id: message.channelId }).get());
    print(wrapped(messageText(message, name, Date.now())));
  });
}
