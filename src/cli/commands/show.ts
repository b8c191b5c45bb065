import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import { withConnection } from '../connection.ts';
import { findMessage } from '../ids.ts';
import type { GlobalOptions } from '../options.ts';
import { note, print, printJson, terminalSize } from '../output.ts';
import { page } from '../pager.ts';

type Options = GlobalOptions & { pager?: boolean; notices?: boolean };

export function defineShow(command: Command): void {
  command
    .argument('[id]', 'id of the message, or the end of the id; chosen from a list in a terminal')
    .option('--pager', 'show a long text in $PAGER (default: less)')
    .option('--notices', 'list who was notified of the question, how and with what result')
    .addHelpText('after', '\nExample:\n  $ inbox show 01M7YGQ6NTZX13P8GDSCK18JEV')
    .action((id: string | undefined, _: unknown, self: Command) =>
      show(id, self.optsWithGlobals()),
    );
}

async function show(typed: string | undefined, options: Options): Promise<void> {
  const id = typed ?? (await chosen(options));
  if (options.notices) return showNotices(id, options);
  // Loaded while the server answers.
  const layout = import('../layout/shown.ts');
  const { message, channel } = await withConnection(options, 'inbox show', async ({ person }) => {
    const message = await findMessage(person, id);
    return { message, channel: await ok(person.agents({ id: message.channelId }).get()) };
  });
  if (options.json) return void printJson(message);
  const { shownRows, wholeText } = await layout;
  const { stdout } = process;
  const now = Date.now();
  if (!stdout.isTTY) return void print(wholeText(message, channel.name, now));
  if (options.pager) return page(wholeText(message, channel.name, now));
  const { status } = channel;
  const { columns } = terminalSize(stdout);
  const rows = shownRows(message, channel.name, { now, columns, status });
  // Not through `print`: it is already safe, and would lose its colours.
  stdout.write(`${rows.join('\n')}\n`);
}

async function showNotices(id: string, options: Options): Promise<void> {
  const notices = await withConnection(options, 'inbox show', async ({ person }) => {
    const message = await findMessage(person, id);
    return ok(person.reviews({ id: message.id }).notices.get());
  });
  if (options.json) return void printJson(notices);
  if (notices.length === 0) return note('Nobody was notified of this question.');
  const { noticeColumns } = await import('../reach/notice-table.ts');
  const { printList } = await import('../table/print.ts');
  await printList(notices, noticeColumns(Date.now()));
}

/** Only choosing needs prompts. */
const chosen = async (options: Options) => (await import('../chosen.ts')).chosenId(options, 'show');
