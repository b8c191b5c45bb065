import type { Command } from 'commander';
import { type ReadSetting, readSettings, secretSettings } from '../../config.ts';
import type { GlobalOptions } from '../options.ts';
import { print, printJson, table } from '../output.ts';

export function defineConfig(command: Command): void {
  command
    .command('show')
    .description('each setting, its value and where that stands; secrets are masked')
    .addHelpText('after', '\nExample:\n  $ inbox config show')
    .action((_: unknown, self: Command) => show(self.optsWithGlobals()));
}

function show({ data, url, json }: GlobalOptions): void {
  const read = readSettings({ data, url }).map(masked);
  if (json) printJson(read);
  else print(table(read.map(({ name, value, source }) => [name, asText(value), source])));
}

const masked = (one: ReadSetting): ReadSetting =>
  one.value !== null && secretSettings.includes(one.name) ? { ...one, value: '***' } : one;

function asText(value: unknown): string {
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '-';
  return value === null ? '-' : `${value}`;
}
