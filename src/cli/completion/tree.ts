/** The commands as completions see them: a flat list, each by its path. */
import { Command } from 'commander';

/** One command; the program itself has the path ''. */
export type Node = {
  /** Such as `/backup/create`. */
  path: string;
  /** Every way to come here from the one above: its name and aliases. */
  names: string[];
  about: string;
  options: Choice[];
  /** The paths of what stands below. */
  below: string[];
};
export type Choice = { short: string | null; long: string; about: string; value: Value };
/** What follows the option: nothing, one of a list, a file, a directory, or anything. */
export type Value = 'none' | 'file' | 'directory' | 'any' | string[];

type Entry = {
  name: string;
  aliases?: string[];
  about: string;
  load: () => Promise<(command: Command) => void>;
};

export async function commandTree(program: Command, entries: Entry[]): Promise<Node[]> {
  const whole = new Command(program.name());
  for (const option of program.options) whole.addOption(option);
  for (const { name, aliases = [], about, load } of entries) {
    const command = whole.command(name).aliases(aliases).description(about);
    (await load())(command);
  }
  return nodes(whole, '', whole.options.map(choiceOf).concat(help));
}

const help: Choice = { short: '-h', long: '--help', about: 'show the help', value: 'none' };

function nodes(command: Command, path: string, shared: Choice[]): Node[] {
  const own = path === '' ? [] : command.options.map(choiceOf);
  const inherited = path === '' ? shared : shared.filter(({ long }) => long !== '--version');
  const below = command.commands.map((one) => `${path}/${one.name()}`);
  const names = [command.name(), ...command.aliases()];
  const about = command.description();
  return [
    { path, names, about, options: [...own, ...inherited], below },
    ...command.commands.flatMap((one) => nodes(one, `${path}/${one.name()}`, shared)),
  ];
}

type Option = Command['options'][number];

function choiceOf({ short, long, description, required, optional, flags, argChoices }: Option) {
  const [, named] = /<(\w+)>/.exec(flags) ?? [];
  const isPath = named === 'file' || named === 'directory';
  const value: Value = required || optional ? (argChoices ?? (isPath ? named : 'any')) : 'none';
  return { short: short ?? null, long: long ?? '', about: description, value } satisfies Choice;
}
