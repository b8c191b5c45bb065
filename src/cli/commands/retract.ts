import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import { withConnection } from '../connection.ts';
import { findMessage, shortId } from '../ids.ts';
import type { GlobalOptions } from '../options.ts';
import { note, oneLine, printJson } from '../output.ts';
import { isAgreed } from '../prompts.ts';
import { titleLine } from '../title-line.ts';

type Options = GlobalOptions & { yes?: boolean };

export function defineRetract(command: Command): void {
  command
    .argument('<id>', 'id of the message, or the end of the id')
    .option('--yes', 'skip the confirmation')
    .addHelpText(
      'after',
      '\nThe message is deleted with its question and its files, and every `inbox wait` for it exits 6.\n\nExample:\n  $ inbox retract 01M7YGQ6NTZX13P8GDSCK18JEV',
    )
    .action((id: string, _: unknown, self: Command) => retract(id, self.optsWithGlobals()));
}

async function retract(typed: string, options: Options): Promise<void> {
  const message = await withConnection(options, 'inbox retract', ({ agent }) =>
    findMessage(agent, typed),
  );
  const { id } = message;
  const title = oneLine(titleLine(message), 60);
  if (!(await isAgreed(`Retract “${title}”?`, 'retracted', options))) return;
  await withConnection(options, 'inbox retract', async ({ agent }) => {
    const removed = await ok(agent.messages({ id }).delete(undefined, { query: {} }));
    if (options.json) printJson(removed);
    else note(`Retracted: ${title}  ${shortId(id)}`);
  });
}
