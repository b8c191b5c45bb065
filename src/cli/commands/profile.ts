import type { Command } from 'commander';
import type { GlobalOptions } from '../options.ts';
import { note, oneLine, print, printJson, table } from '../output.ts';
import { chooseProfile, listProfiles } from '../profiles.ts';

export function defineProfile(command: Command): void {
  command
    .command('list')
    .alias('ls')
    .description('list your log-ins on this machine; * is the one that commands use')
    .addHelpText('after', '\nExample:\n  $ inbox profile list')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('use <name>')
    .description('make commands use a log-in from now on')
    .addHelpText('after', '\nExample:\n  $ inbox profile use work')
    .action((name: string, _: unknown, self: Command) => use(name, self.optsWithGlobals()));
}

function list({ json }: GlobalOptions): void {
  const profiles = listProfiles();
  if (json) printJson(profiles);
  else if (profiles.length === 0) note('There are no log-ins yet: `inbox login URL` makes one.');
  else {
    const rows = profiles.map(({ name, url, isCurrent }) => [isCurrent ? '*' : '', name, url]);
    print(table(rows.map((row) => row.map((cell) => oneLine(cell, 60)))));
  }
}

function use(name: string, { json }: GlobalOptions): void {
  const { url } = chooseProfile(name);
  if (json) printJson({ name, url });
  else note(`Commands go to ${url} now.`);
}
