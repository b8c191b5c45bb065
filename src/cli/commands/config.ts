import type { Command } from 'commander';
import { configOf, readSettings, shownSettings } from '../../config.ts';
import { keptLocalAnswers } from '../doctor/here.ts';
import type { GlobalOptions } from '../options.ts';
import { print, printJson, table } from '../output.ts';

export function defineConfig(command: Command): void {
  command
    .command('show')
    .description('each setting, its value and its source; secrets are masked')
    .addHelpText('after', '\nExample:\n  $ inbox config show')
    .action((_: unknown, self: Command) => show(self.optsWithGlobals()));
}

function show({ data, url, json }: GlobalOptions): void {
  const read = readSettings({ data, url });
  const shown = shownSettings(read, keptLocalAnswers(configOf(read).data));
  if (json) printJson(shown);
  else print(table(shown.map(({ name, value, source }) => [name, value ?? '-', source])));
}
