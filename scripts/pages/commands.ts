// The command line with all of its commands loaded, for the pages generated from it.
import type { Command } from 'commander';
import { define, groups } from '../../src/cli/commands.ts';
import { createProgram } from '../../src/cli/program.ts';

export async function loadedProgram(): Promise<Command> {
  const program = createProgram();
  for (const entry of Object.values(groups).flat()) await define(named(program, entry.name), entry);
  return program;
}

export function named(program: Command, name: string): Command {
  const found = program.commands.find((command) => command.name() === name);
  if (!found) throw new Error(`There is no command ${name}`);
  return found;
}

/** Returns the text after a command's help, and the examples at its end. */
export function afterHelp(command: Command): { text: string; examples: string[] } {
  const parts: string[] = [];
  command.configureOutput({ writeOut: (part) => void parts.push(part) });
  command.outputHelp();
  const [help = '', after = ''] = parts.join('').split('\nExample:\n');
  const [, text = ''] = help.split('--profile\n');
  const examples = after.split('\n').filter((line) => line.startsWith('  $ '));
  return { text: text.trim(), examples: examples.map((line) => line.slice(4)) };
}
