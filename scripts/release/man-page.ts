// Writes the manual page inbox(1) from the commands as they are defined.
import type { Command, Option } from 'commander';
import { groups } from '../../src/cli/commands.ts';
import { exit } from '../../src/cli/errors.ts';
import { words } from '../../src/cli/help/exit-codes.ts';
import { pathOf } from '../../src/cli/help/layout.ts';
import { createProgram } from '../../src/cli/program.ts';
import { variableOf } from '../../src/config.ts';
import { settings } from '../../src/settings.ts';
import { version } from '../../src/version.ts';

const FILES = [
  ['/var/lib/inbox', 'the data of a server that root or systemd runs'],
  ['~/.local/share/inbox', 'the data of anybody else'],
  ['~/.config/inbox/profiles.json', 'logins to inboxes elsewhere'],
];

/** The page in roff, the same for the same commands. */
export async function manPage(): Promise<string> {
  const program = await loadedProgram();
  const lines = [
    `.TH INBOX 1 "" "inbox ${version}" "Agent Inbox"`,
    ...['.SH NAME', 'inbox \\- AI agents ask, people answer'],
    ...['.SH SYNOPSIS', '.B inbox', text('[options] [command]')],
    ...['.SH DESCRIPTION', text(program.description())],
    ...['.SH OPTIONS', ...program.options.flatMap(optionLines)],
    '.SH COMMANDS',
    ...Object.entries(groups).flatMap(([head, entries]) => [
      ...['.PP', `.B ${text(head)}`],
      ...entries.flatMap(({ name }) => commandLines(named(program, name))),
    ]),
    ...['.SH EXIT STATUS', ...itemsOf(Object.entries(words).map(byNumber))],
    ...['.SH ENVIRONMENT', ...itemsOf(variables())],
    ...['.SH FILES', ...itemsOf(FILES)],
  ];
  return `${lines.join('\n')}\n`;
}

async function loadedProgram(): Promise<Command> {
  const program = createProgram();
  for (const { name, load } of Object.values(groups).flat()) {
    const define = await load();
    define(named(program, name));
  }
  return program;
}

function named(program: Command, name: string): Command {
  const found = program.commands.find((command) => command.name() === name);
  if (!found) throw new Error(`There is no command ${name}`);
  return found;
}

function commandLines(command: Command): string[] {
  return [
    `.SS ${text(`${pathOf(command)} ${command.usage()}`)}`,
    ...[text(command.description())],
    ...command.options.filter(({ hidden }) => !hidden).flatMap(optionLines),
    ...examplesOf(command),
    ...command.commands.flatMap(commandLines),
  ];
}

const optionLines = ({ flags, description }: Option) => itemsOf([[flags, description]]);

/** They are in the text that follows a command's help. */
function examplesOf(command: Command): string[] {
  const parts: string[] = [];
  command.configureOutput({ writeOut: (part) => void parts.push(part) }).outputHelp();
  const [, after = ''] = parts.join('').split('\nExample:\n');
  const examples = after.split('\n').filter((line) => line.startsWith('  $ '));
  if (examples.length === 0) return [];
  return ['.PP', '.nf', ...examples.map((line) => text(line.trim())), '.fi'];
}

const itemsOf = (items: string[][]) =>
  items.flatMap(([term = '', about = '']) => ['.TP', `.B ${text(term)}`, text(about)]);

const byNumber = ([name, about]: [string, string]) => [`${exit[name as keyof typeof exit]}`, about];

const variables = () => [
  ['INBOX_DATA', 'the data directory'],
  ...Object.entries(settings).map(([name, { about }]) => [variableOf(name), about]),
];

/** One line of text, in which roff reads nothing as its own. */
const text = (line: string) =>
  line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[.']/, '\\&$&');
