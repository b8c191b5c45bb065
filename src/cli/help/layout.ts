/** The layout of help: commands before options, one name each, within the available width. */
import type { Command, Help } from 'commander';
import { brokenRows } from '../layout/rows.ts';

/** With fewer columns next to its term, a description goes below it. */
const LEAST = 22;
const WIDTH = 80;
const GLOBAL = 'Global options (see `inbox help`): --json, --data, --url, --profile';

export const layout: Partial<Help> = {
  formatHelp,
  formatItem: (term, termWidth, description, { helpWidth = WIDTH }) =>
    itemRows(term, termWidth, description, helpWidth).join('\n'),
  subcommandTerm: (command) =>
    [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
  commandUsage: (command) => [pathOf(command), command.usage()].join(' '),
};

/** Returns the command as typed, such as `inbox ask approve`. */
export const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

type Argument = Command['registeredArguments'][number];

function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function formatHelp(command: Command, helper: Help): string {
  const width = helper.helpWidth ?? WIDTH;
  const isWhole = command.parent === null;
  const rows = (text: string) => [...brokenRows(text, width), ''];
  const commands = helper.visibleCommands(command).filter((one) => one.name() !== 'help');
  const nameWidth = widest(commands.map((one) => helper.subcommandTerm(one)));
  const groups = Map.groupBy(commands, (one) => one.helpGroup() || 'Commands:');
  const inGroup = (one: Command) => [helper.subcommandTerm(one), one.description()];
  const takes = command.registeredArguments
    .map((one) => [argumentTerm(one), helper.argumentDescription(one)])
    .filter(([, about]) => about !== '');
  const options = helper
    .visibleOptions(command)
    .filter(({ long }) => isWhole || long !== '--help')
    .map((one) => [helper.optionTerm(one), helper.optionDescription(one)]);
  return [
    ...rows(`Usage: ${helper.commandUsage(command)}`),
    ...rows(command.description()),
    ...[...groups].flatMap(([head, all]) => listRows(head, all.map(inGroup), width, nameWidth)),
    ...listRows('Arguments:', takes, width),
    ...listRows('Options:', options, width),
    ...(isWhole ? [] : rows(GLOBAL)),
    ...(isWhole || commands.length === 0 ? [] : rows(moreOn(commands))),
  ].join('\n');
}

/** Points to a subcommand for its options and an example. */
const moreOn = ([first]: Command[]) =>
  `For the options of a subcommand: \`inbox help ${first ? pathOf(first).slice('inbox '.length) : ''}\``;

const widest = (terms: string[]) => Math.max(0, ...terms.map(({ length }) => length));

/** Lists terms and their meaning under a heading. */
export function listRows(
  head: string,
  items: string[][],
  width: number,
  termWidth = widest(items.map(([term = '']) => term)),
): string[] {
  if (items.length === 0) return [];
  const rows = items.flatMap(([term = '', about = '']) => itemRows(term, termWidth, about, width));
  return [head, ...rows, ''];
}

function itemRows(term: string, termWidth: number, about: string, width: number): string[] {
  const room = width - termWidth - 4;
  if (about === '') return [`  ${term}`];
  if (room < LEAST)
    return [`  ${term}`, ...brokenRows(about, width - 6).map((row) => `      ${row}`)];
  const [first = '', ...more] = brokenRows(about, room);
  const indent = ' '.repeat(termWidth + 4);
  return [`  ${term.padEnd(termWidth)}  ${first}`, ...more.map((row) => indent + row)];
}

/** Wraps a text to the width; an example stays in one piece, to be copied. */
export const wrapped = (text: string, width: number) =>
  text
    .split('\n')
    .flatMap((line) => (line.startsWith('  $ ') ? [line] : brokenRows(line, width)))
    .join('\n');
