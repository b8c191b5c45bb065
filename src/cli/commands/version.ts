import type { Command } from 'commander';
import { build, version } from '../../version.ts';
import type { GlobalOptions } from '../options.ts';
import { print, printJson } from '../output.ts';

export function defineVersion(command: Command): void {
  command
    .addHelpText('after', '\nExample:\n  $ inbox version')
    .action((_: unknown, self: Command) => {
      if (self.optsWithGlobals<GlobalOptions>().json) printJson(build);
      else print(version);
    });
}
