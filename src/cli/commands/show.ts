import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import { chosenId } from '../chosen.ts';
import { withConnection } from '../connect.ts';
import { findMessage } from '../ids.ts';
import type { GlobalOptions } from '../options.ts';
import { print, printJson, wrapped } from '../output.ts';
import { page } from '../pager.ts';
import { plainText } from '../plain.ts';
import { messageText, showAll } from '../render.ts';

type Options = GlobalOptions & { pager?: boolean };

export function defineShow(command: Command): void {
  command
    .argument('[id]', 'the message: its id, or the end of that; asked for at a terminal')
    .option('--pager', 'all of a long text, in $PAGER (default: less)')
    .addHelpText('after', '\nExample:\n  $ inbox show 01M7YGQ6NTZX13P8GDSCK18JEV')
    .action((id: string | undefined, _: unknown, self: Command) =>
      show(id, self.optsWithGlobals()),
    );
}

async function show(typed: string | undefined, options: Options): Promise<void> {
  const id = typed ?? (await chosenId(options, 'show'));
  const { message, name } = await withConnection(options, 'inbox show', async ({ person }) => {
    const message = await findMessage(person, id);
    return { message, name: (await ok(person.agents({ id: message.channelId }).get())).name };
  });
  if (options.json) return void printJson(message);
  const { isTTY, columns } = process.stdout;
  const whole = messageText(message, name, Date.now(), (text) => text);
  if (!isTTY) return void print(whole);
  if (options.pager) return page(whole);
  // A script gets all of it; on a screen, what stands first would scroll away.
  const brief = (text: string) => plainText(text, columns, showAll(message));
  print(wrapped(messageText(message, name, Date.now(), brief)));
}
