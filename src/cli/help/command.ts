/** `inbox help` for a command or topic. */
import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import { terminalSize } from '../output.ts';
import { layout, pathOf, wrapped } from './layout.ts';

const END = `
Examples:
  $ inbox list --answered --search deploy
  $ inbox ask approve "Deploy 1.4.2?" -c deploys --wait && ./deploy
  $ inbox answer 8JEV2QAX --option approve --comment "Go"

Help on a command: \`inbox help ask\`, or \`inbox ask --help\`
Exit codes: \`inbox help exit-codes\`
Settings: \`inbox help settings\`
Documentation: /docs/ on any running inbox, such as http://127.0.0.1:4600/docs/`;

/** The topics of `inbox help` besides the commands. */
export const topics: Record<string, () => Promise<(width: number) => string>> = {
  'exit-codes': async () => (await import('./exit-codes.ts')).exitCodesPage,
  settings: async () => (await import('./settings.ts')).settingsPage,
};

/** Adds the program's help. `load` loads the definition of a command. */
export function addHelp(program: Command, load: (command: Command) => Promise<void>): void {
  const { stdout, stderr } = process;
  program
    .configureHelp(layout)
    .configureOutput({
      getOutHelpWidth: () => terminalSize(stdout).columns,
      getErrHelpWidth: () => terminalSize(stderr).columns,
      writeOut: (text) => stdout.write(wrapped(text, terminalSize(stdout).columns)),
      // Without a terminal a line is for a script to read.
      writeErr: (text) =>
        stderr.write(stderr.isTTY ? wrapped(text, terminalSize(stderr).columns) : text),
    })
    .addHelpText('after', END)
    .helpCommand(false);
  program
    .command('help [command...]', { hidden: true })
    .description('explain a command, the exit codes or the settings')
    .action(async ([first, ...names]: string[]) => {
      const topic = names.length === 0 ? topics[`${first}`] : undefined;
      if (topic) {
        const { columns } = terminalSize(stdout);
        return void stdout.write(`${wrapped((await topic())(columns), columns)}\n`);
      }
      if (first === undefined) return program.outputHelp();
      const top = named(program, first);
      // Names the unknown command, and a suggestion.
      if (!top) return void (await program.parseAsync([first], { from: 'user' }));
      await load(top);
      names.reduce(below, top).outputHelp();
    });
}

const named = (command: Command, name: string) =>
  command.commands.find((one) => [one.name(), ...one.aliases()].includes(name));

function below(command: Command, name: string): Command {
  const found = named(command, name);
  if (found) return found;
  const path = pathOf(command);
  const names = command.commands.map((one) => one.name()).join(', ');
  if (names === '') {
    throw new UsageError(`\`${path}\` has no subcommands; see \`inbox help ${path.slice(6)}\``);
  }
  throw new UsageError(`Unknown command \`${path} ${name}\`. Subcommands: ${names}.`);
}
