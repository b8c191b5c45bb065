import type { Command } from 'commander';
import { isDumb } from '../../config.ts';
import type { GlobalOptions } from '../options.ts';
import { note } from '../output.ts';

export function defineTriage(command: Command): void {
  command
    .option('-c, --channel <channel>', 'limit to this channel')
    .addHelpText('after', '\nExample:\n  $ inbox -c deploys')
    .action((_: unknown, self: Command) => triage(self.optsWithGlobals()));
  command.addHelpText(
    'after',
    '\nIn a pipe, it prints the same as `inbox list`; with --json, one array.',
  );
}

async function triage(options: GlobalOptions & { channel?: string }): Promise<void> {
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY && !options.json;
  if (isTerminal && isDumb())
    note('This terminal cannot show the view (TERM=dumb). Pending questions:');
  const isSeen = isTerminal && !isDumb();
  if (!isSeen) return (await import('./list.ts')).list(options);
  const { runTriage } = await import('../triage/run.ts');
  // Immediately: pending reconnection timers would keep the process alive.
  process.exit(await runTriage(options));
}
