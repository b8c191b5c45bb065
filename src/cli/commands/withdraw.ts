import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import { withConnection } from '../connection.ts';
import { findMessage, shortId } from '../ids.ts';
import type { GlobalOptions } from '../options.ts';
import { note, oneLine, printJson } from '../output.ts';
import { titleLine } from '../title-line.ts';

type Options = GlobalOptions & { reason?: string };

export function defineWithdraw(command: Command): void {
  command
    .argument('<id>', 'id of the question, or the end of the id')
    .option('--reason <text>', 'why it is no longer asked, shown to people; at most 500 characters')
    .addHelpText(
      'after',
      `
The question stays readable, with the reason, and every \`inbox wait\` for it exits 6. Only the key that asked it can withdraw it, and on the server's machine \`inbox\` itself what it has asked.

Example:
  $ inbox withdraw 01M7YGQ6NTZX13P8GDSCK18JEV --reason "answered in the terminal"`,
    )
    .action((id: string, _: unknown, self: Command) => withdraw(id, self.optsWithGlobals()));
}

async function withdraw(typed: string, options: Options): Promise<void> {
  const { reason } = options;
  const withdrawn = await withConnection(options, 'inbox withdraw', async ({ agent }) => {
    const { id } = await findMessage(agent, typed);
    return ok(agent.reviews({ id }).withdraw.post(reason === undefined ? {} : { reason }));
  });
  if (options.json) return void printJson(withdrawn);
  note(`Withdrawn: ${oneLine(titleLine(withdrawn), 60)}  ${shortId(withdrawn.id)}`);
}
