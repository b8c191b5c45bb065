import type { Command } from 'commander';
import { chosenId } from '../chosen.ts';
import { withConnection } from '../connection.ts';
import { found, isWholeId, messageId, messages } from '../ids.ts';
import { type GlobalOptions, parseTimeout } from '../options.ts';
import { onceReached, reachUntil } from '../polling.ts';
import { deadlineAfter, waitForAnswer } from '../waiting.ts';

type Options = GlobalOptions & { timeout?: string };

export function defineWait(command: Command): void {
  command
    .argument(
      '[id]',
      'question id, or its last characters (default in a terminal: pick from a list)',
    )
    .option(
      '--timeout <duration>',
      'stop waiting after this long, such as 10m; 0 checks once (exit code 8)',
    )
    .addHelpText('after', '\nExample:\n  $ inbox wait 01M7YGQ6NTZX13P8GDSCK18JEV --timeout 10m')
    .action(async (typed: string | undefined, _: unknown, self: Command) => {
      const options = self.optsWithGlobals<Options>();
      const seconds = options.timeout === undefined ? undefined : parseTimeout(options.timeout);
      const deadline = deadlineAfter(seconds);
      const id = await idToWaitFor(typed, options, deadline);
      await found(messages, typed ?? id, waitForAnswer(options, id, deadline));
    });
}

/** A full id needs no lookup, for which the server may not be up yet. */
async function idToWaitFor(
  typed: string | undefined,
  options: Options,
  deadline: number,
): Promise<string> {
  if (typed !== undefined && isWholeId(typed)) return typed.toUpperCase();
  if (typed === undefined) return chosenId(options, 'wait');
  const lookUp = () =>
    withConnection(options, 'inbox wait', ({ person }) => messageId(person, typed));
  return onceReached(lookUp, reachUntil(deadline));
}
