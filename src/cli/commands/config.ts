import type { Command } from 'commander';
import { configOf, readSettings, shownSettings } from '../../config.ts';
import { keptLocalAnswers } from '../doctor/here.ts';
import type { GlobalOptions } from '../options.ts';
import { note, print, printJson, table } from '../output.ts';
import { unknownInFile, unknownVariables } from '../unknown-settings.ts';

export function defineConfig(command: Command): void {
  command
    .command('show')
    .description('each setting, its value and its source; secrets are masked')
    .addHelpText('after', '\nExample:\n  $ inbox config show')
    .action((_: unknown, self: Command) => show(self.optsWithGlobals()));
}

function show({ json, ...flags }: GlobalOptions): void {
  const read = readSettings({ data: flags.data, url: flags.url });
  const { data } = configOf(read);
  const shown = shownSettings(read, keptLocalAnswers(data));
  const unknown = [...unknownInFile(data), ...unknownVariables()];
  for (const sentence of unknown) note(`warning: ${sentence}`);
  if (json) printJson(shown);
  else print(table(shown.map(({ name, value, source }) => [name, value ?? '-', source])));
}
