import type { Command } from 'commander';
import { type GlobalOptions, parseDuration } from '../options.ts';
import { waitForAnswer } from '../waiting.ts';

type Options = GlobalOptions & { timeout?: string };

export function defineWait(command: Command): void {
  command
    .argument('<id>')
    .option('--timeout <duration>', 'give up after so long, such as 10m (exit code 8)')
    .addHelpText('after', '\nExample:\n  $ inbox wait 01M7YGQ6NTZX13P8GDSCK18JEV --timeout 10m')
    .action(async (id: string, _: unknown, self: Command) => {
      const options = self.optsWithGlobals<Options>();
      const seconds = options.timeout ? parseDuration(options.timeout) : undefined;
      process.exitCode = await waitForAnswer(options, id, seconds);
    });
}
