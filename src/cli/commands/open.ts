import type { Command } from 'commander';
import { InboxError } from '../../core/errors.ts';
import { questionLink } from '../../core/urls.ts';
import { openInBrowser } from '../browser.ts';
import { withConnection } from '../connection.ts';
import { findMessage } from '../ids.ts';
import type { GlobalOptions } from '../options.ts';
import { note, print, printJson } from '../output.ts';

export function defineOpen(command: Command): void {
  command
    .argument('[id]', 'id of the question, or the end of the id; without it, the dashboard')
    .addHelpText(
      'after',
      '\nWithout a browser, the URL is printed.\n\nExample:\n  $ inbox open 01M7YGQ6NTZX13P8GDSCK18JEV',
    )
    .action((id: string | undefined, _: unknown, self: Command) =>
      open(id, self.optsWithGlobals()),
    );
}

async function open(typed: string | undefined, options: GlobalOptions): Promise<void> {
  const url = await withConnection(options, 'inbox open', async ({ person, publicUrl }) => {
    if (publicUrl === null) throw new InboxError('unavailable', NO_SERVER);
    return typed === undefined
      ? publicUrl
      : questionLink(publicUrl, (await findMessage(person, typed)).id);
  });
  const opened = openInBrowser(url);
  if (options.json) printJson({ url, opened });
  else if (opened) note(`Opened ${url}`);
  else print(url);
}

const NO_SERVER = 'No server is running here. Start it with `inbox serve`';
