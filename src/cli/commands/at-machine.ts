import { Argument, type Command } from 'commander';
import { type ClientName, clients } from '../../agents/clients.ts';
import { type Mode, modes, presenceFor, setMode } from '../at-machine.ts';
import type { GlobalOptions } from '../options.ts';
import { print, printJson } from '../output.ts';

/** Defines the command of a client that asks a person at its machine there. */
export const defineAtMachine =
  (client: ClientName) =>
  (command: Command): void => {
    const { label } = clients[client];
    command
      .addArgument(
        new Argument('[where]', 'where you are; without it, shows that').choices([...modes]),
      )
      .addHelpText(
        'after',
        `
${label} shows no prompt while the inbox holds its question. So while you are here it asks you itself, and while you are away the inbox asks you. With auto, which is the default, you are here until two minutes after you last typed in a terminal of this machine.

Example:
  $ inbox ${client} away`,
      )
      .action((mode: Mode | undefined, _: unknown, self: Command) => {
        if (mode) setMode(client, mode);
        const presence = presenceFor(client);
        const options: GlobalOptions = self.optsWithGlobals();
        if (options.json) {
          printJson(presence);
          return;
        }
        const { is } = presence;
        print(presence.mode === 'auto' ? `auto (${is})` : is);
      });
  };
