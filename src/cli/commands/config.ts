import type { Command } from 'commander';
import { configOf, readSettings, shownSettings } from '../../config.ts';
import type { Setting } from '../../core/about/schema.ts';
import { keptLocalAnswers } from '../doctor/here.ts';
import type { GlobalOptions } from '../options.ts';
import { note, printJson } from '../output.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';
import { unknownInFile, unknownVariables } from '../unknown-settings.ts';

export function defineConfig(command: Command): void {
  command
    .command('show', { isDefault: true })
    .description('show every setting, its value and its source; secrets are masked')
    .addHelpText('after', '\nExample:\n  $ inbox config show')
    .action((_: unknown, self: Command) => show(self.optsWithGlobals()));
}

async function show({ json, ...flags }: GlobalOptions): Promise<void> {
  const read = readSettings({ data: flags.data, url: flags.url });
  const { data } = configOf(read);
  const shown = shownSettings(read, keptLocalAnswers(data));
  const unknown = [...unknownInFile(data), ...unknownVariables()];
  for (const sentence of unknown) note(`warning: ${sentence}`);
  if (json) printJson(shown);
  else await printList(shown, columns);
}

const columns: Column<Setting>[] = [
  { whole: ({ name }) => name },
  { whole: ({ value }) => value ?? '-', least: 12 },
  { whole: ({ source }) => source, least: 11, rank: 1 },
];
