// Writes docs/cli-reference.md from the definitions of the commands: `bun run pages`.
import type { Command } from 'commander';
import { groups } from '../../src/cli/commands.ts';
import { pathOf } from '../../src/cli/help/layout.ts';
import { afterHelp, loadedProgram, named } from './commands.ts';
import { recordCommands } from './recorded.ts';
import { tableOf } from './table.ts';

const headings: Record<string, string> = {
  'People:': 'Commands for people',
  'Agents:': 'Commands for agents',
  'Admin:': 'Commands for administration',
};

/**
 * Returns the page, the same for the same commands.
 * @param folder where the command `inbox` is that its examples call
 */
export async function cliReferencePage(folder?: string): Promise<string> {
  const [program, recorded] = await Promise.all([loadedProgram(), recordCommands(folder)]);
  const sections = Object.entries(groups).flatMap(([group, entries]) => [
    `## ${headings[group] ?? group.replace(':', '')}`,
    ...entries.flatMap(({ name, aliases = [] }) =>
      section(named(program, name), recorded, aliases),
    ),
  ]);
  return [START, ...sections, NEXT].join('\n\n');
}

const START = `# Commands

Every command of \`inbox\` with its options and examples: the text of \`inbox help COMMAND\` on one page. The
[guide](cli.md) explains how they work together.

Every command also takes \`--data\`, \`--url\`, \`--profile\`, \`--json\` and \`--help\`.`;

const NEXT = `## Next

- [Command line](cli.md): the guide to these commands.
- [Configuration](configuration.md): every setting of the server and of these commands.

<!-- Written by \`bun run pages\` from the commands. -->
`;

/** A command with its subcommands. */
function section(command: Command, recorded: Map<string, string>, aliases: string[]): string[] {
  const leaves = leavesOf(command);
  const isGroup = command.commands.length > 0;
  const others = aliases.map((one) => `\`inbox ${one}\``).join(', ');
  const nameOf = (leaf: Command) => pathOf(leaf).slice(pathOf(command).length + 1);
  const usage = (leaf: Command) =>
    `\`${`${pathOf(leaf)} ${leaf.usage().replace(/\[options\] ?/, '')}`.trimEnd()}\``;
  const rows = leaves.map((leaf) => [usage(leaf), leaf.description()]);
  const notes = [command, ...(isGroup ? leaves : [])].flatMap((one) => {
    const { text } = afterHelp(one);
    if (text === '' || text.startsWith('For the options of')) return [];
    return one === command ? [text] : [`**\`${nameOf(one)}\`**: ${text}`];
  });
  return [
    `### \`${pathOf(command)}\``,
    `${sentence(command.description())}${others === '' ? '' : ` Also: ${others}.`}`,
    ...(isGroup ? [tableOf(['command', 'does'], rows)] : [`${usage(command)}`]),
    ...optionsOf(leaves, isGroup ? nameOf : null),
    ...notes,
    ...examplesOf(leaves, recorded),
  ].map((part) => part.trimEnd());
}

const leavesOf = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

/** One table; an option that several commands have is listed once. */
function optionsOf(leaves: Command[], nameOf: ((leaf: Command) => string) | null): string[] {
  const rows = new Map<string, { flags: string; does: string; of: string[] }>();
  for (const leaf of leaves) {
    for (const { flags, description, hidden, long } of leaf.options) {
      if (hidden || long === '--help') continue;
      const row = rows.get(`${flags} ${description}`) ?? { flags, does: description, of: [] };
      row.of.push(nameOf?.(leaf) ?? '');
      rows.set(`${flags} ${description}`, row);
    }
  }
  if (rows.size === 0) return [];
  const ofAll = ({ length }: string[]) => length === leaves.length && length > 1;
  const cells = [...rows.values()].map(({ flags, does, of }) => {
    const names = ofAll(of) ? 'all' : of.map((one) => `\`${one}\``).join(', ');
    return [`\`${flags}\``, ...(nameOf ? [names] : []), does];
  });
  return [tableOf(nameOf ? ['option', 'of', 'does'] : ['option', 'does'], cells)];
}

/** The recorded output of each command, or else its example. */
function examplesOf(leaves: Command[], recorded: Map<string, string>): string[] {
  const texts = leaves.flatMap((leaf) => {
    const output = recorded.get(pathOf(leaf).slice('inbox '.length));
    if (output !== undefined) return [output];
    return afterHelp(leaf).examples.map((line) => `$ ${line}`);
  });
  return texts.length === 0 ? [] : [`\`\`\`text\n${texts.join('\n\n')}\n\`\`\``];
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
