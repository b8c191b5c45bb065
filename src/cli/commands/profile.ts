import type { Command } from 'commander';
import type { GlobalOptions } from '../options.ts';
import { note, printJson } from '../output.ts';
import { chooseProfile, listProfiles } from '../profiles.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';

export function defineProfile(command: Command): void {
  command
    .command('list')
    .description('list the saved logins; * marks the current one')
    .addHelpText('after', '\nExample:\n  $ inbox profile list')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('use <name>')
    .description('make a saved login the current one')
    .addHelpText('after', '\nExample:\n  $ inbox profile use work')
    .action((name: string, _: unknown, self: Command) => use(name, self.optsWithGlobals()));
}

async function list({ json }: GlobalOptions): Promise<void> {
  const profiles = listProfiles();
  if (json) printJson(profiles);
  else if (profiles.length === 0) note('No saved logins yet. Log in with `inbox login URL`.');
  else await printList(profiles, profileColumns);
}

const profileColumns: Column<ReturnType<typeof listProfiles>[number]>[] = [
  { whole: ({ isCurrent }) => (isCurrent ? '*' : '') },
  { whole: ({ name }) => name, least: 8 },
  { whole: ({ url }) => url, least: 16, rank: 1 },
];

function use(name: string, { json }: GlobalOptions): void {
  const { url } = chooseProfile(name);
  if (json) printJson({ name, url });
  else note(`Commands now use ${url}.`);
}
