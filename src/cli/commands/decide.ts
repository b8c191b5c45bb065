/** `inbox approve` and `inbox reject`: an answer by what the options mean. */
import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { flagsFor } from '../answer-flags.ts';
import { chosenId } from '../chosen.ts';
import { withConnection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import { found, messageId, messages } from '../ids.ts';
import { terminalOf } from '../kinds/kinds.ts';
import type { GlobalOptions } from '../options.ts';
import { answer } from './answer.ts';

type Way = 'approve' | 'reject';
type Options = GlobalOptions & { comment?: string };

export const defineApprove = (command: Command): void => defineWay(command, 'approve');
export const defineReject = (command: Command): void => defineWay(command, 'reject');

function defineWay(command: Command, way: Way): void {
  command
    .argument('[id]', 'id of the question, or the end of the id; chosen from a list in a terminal')
    .option('--comment <text>', 'comment to add to the decision')
    .addHelpText(
      'after',
      `\nExits 2 for a question without such an option.\n\nExample:\n  $ inbox ${way} 01M7YGQ6NTZX13P8GDSCK18JEV --comment "${way === 'approve' ? 'Go' : 'Not today'}"`,
    )
    .action((id: string | undefined, _: unknown, self: Command) =>
      decide(id, way, self.optsWithGlobals()),
    );
}

async function decide(typed: string | undefined, way: Way, options: Options): Promise<void> {
  const wanted = typed ?? (await chosenId(options, way));
  const { id, review } = await withConnection(options, `inbox ${way}`, async ({ person }) => {
    const id = await messageId(person, wanted);
    return found(messages, wanted, ok(person.reviews({ id }).get({ query: {} })));
  });
  const option = review ? [optionOf(review, way)] : [];
  await answer(id, { ...options, option });
}

function optionOf(review: Review, way: Way): string {
  const option = terminalOf(review.type).flags.optionFor?.(way, review.payload);
  if (option !== undefined) return option;
  const verb = way === 'approve' ? 'approves' : 'refuses';
  throw new UsageError(
    `No option of this question certainly ${verb}. Answer it with \`inbox answer\` and ${flagsFor(review)}`,
  );
}
