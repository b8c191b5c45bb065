// Writes the manual page inbox(1) from the definitions of the commands.
import type { Command, Option } from 'commander';
import { groups } from '../../src/cli/commands.ts';
import { exit } from '../../src/cli/errors.ts';
import { words } from '../../src/cli/help/exit-codes.ts';
import { pathOf } from '../../src/cli/help/layout.ts';
import { variableOf } from '../../src/core/about/schema.ts';
import { settings } from '../../src/settings.ts';
import { version } from '../../src/version.ts';
import { afterHelp, loadedProgram, named } from '../pages/commands.ts';

const FILES = [
  ['/var/lib/inbox', 'the data of a server that root or systemd runs'],
  ['~/.local/share/inbox', 'the data of anybody else'],
  ['~/.config/inbox/profiles.json', 'logins to inboxes elsewhere'],
];

/** Returns the page in roff, the same for the same commands. */
export async function manPage(): Promise<string> {
  const program = await loadedProgram();
  const lines = [
    `.TH INBOX 1 "" "inbox ${version}" "Agent Inbox"`,
    '.SH NAME',
    'inbox \\- AI agents ask, people answer',
    '.SH SYNOPSIS',
    '.B inbox',
    text('[options] [command]'),
    '.SH DESCRIPTION',
    text(program.description()),
    '.SH OPTIONS',
    ...program.options.flatMap(optionLines),
    '.SH COMMANDS',
    ...Object.entries(groups).flatMap(([head, entries]) => [
      '.PP',
      `.B ${text(head)}`,
      ...entries.flatMap(({ name }) => commandLines(named(program, name))),
    ]),
    '.SH EXIT STATUS',
    ...itemsOf(Object.entries(words).map(byNumber)),
    '.SH ENVIRONMENT',
    ...itemsOf(variables()),
    '.SH FILES',
    ...itemsOf(FILES),
  ];
  return `${lines.join('\n')}\n`;
}

function commandLines(command: Command): string[] {
  return [
    `.SS ${text(`${pathOf(command)} ${command.usage()}`)}`,
    text(command.description()),
    ...command.options.filter(({ hidden }) => !hidden).flatMap(optionLines),
    ...exampleLines(command),
    ...command.commands.flatMap(commandLines),
  ];
}

const optionLines = ({ flags, description }: Option) => itemsOf([[flags, description]]);

function exampleLines(command: Command): string[] {
  const { examples } = afterHelp(command);
  if (examples.length === 0) return [];
  return ['.PP', '.nf', ...examples.map((line) => text(`$ ${line}`)), '.fi'];
}

const itemsOf = (items: string[][]) =>
  items.flatMap(([term = '', about = '']) => ['.TP', `.B ${text(term)}`, text(about)]);

const byNumber = ([name, about]: [string, string]) => [`${exit[name as keyof typeof exit]}`, about];

const variables = () => [
  ['INBOX_DATA', 'the data directory'],
  ...Object.entries(settings).map(([name, { about }]) => [variableOf(name), about]),
];

/** One line of text, with roff's special characters escaped. */
const text = (line: string) =>
  line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[.']/, '\\&$&');
