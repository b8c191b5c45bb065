// Writes docs/cli.md from the definitions of the commands: `bun run pages`.
import type { Command } from 'commander';
import { groups } from '../../src/cli/commands.ts';
import { exit } from '../../src/cli/errors.ts';
import { words } from '../../src/cli/help/exit-codes.ts';
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
export async function cliPage(folder?: string): Promise<string> {
  const [program, recorded] = await Promise.all([loadedProgram(), recordCommands(folder)]);
  const guide = await Bun.file(`${import.meta.dir}/cli-guide.md`).text();
  const [before = '', after = ''] = guide.split('<!-- exit codes -->\n');
  const sections = Object.entries(groups).map(([group, entries]) => [
    `## ${headings[group] ?? group.replace(':', '')}`,
    ...entries.flatMap(({ name, aliases }) => section(named(program, name), recorded, aliases)),
  ]);
  return [before, exitCodes(), after, sections.flat().join('\n\n'), `\n\n${NEXT}`].join('');
}

const NEXT = `## Next

- [Configuration](configuration.md): every setting of the server and of these commands.
- [Agents](agents.md): asking over HTTP instead.
- [Dashboard](dashboard.md): the same in a browser.

<!-- Written by \`bun run pages\` from the commands. Edit scripts/pages/cli-guide.md, or the command. -->
`;

const exitCodes = () =>
  tableOf(
    ['exit code', 'means'],
    Object.entries(words).map(([name, about]) => [`${exit[name as keyof typeof exit]}`, about]),
  );

/** A command and its subcommands, each with its own heading. */
function section(
  command: Command,
  recorded: Map<string, string>,
  aliases: string[] = [],
): string[] {
  const path = pathOf(command);
  const others =
    aliases.length > 0 ? ` Also: \`${aliases.map((one) => `inbox ${one}`).join('`, `')}\`.` : '';
  const { text, examples } = afterHelp(command);
  const options = command.options.filter(({ hidden, long }) => !hidden && long !== '--help');
  const output = recorded.get(path.slice('inbox '.length));
  return [
    `### \`${path}\``,
    `${sentence(command.description())}${others}`,
    block(`${path} ${command.usage()}`),
    ...(options.length > 0 ? [optionTable(options)] : []),
    ...(text === '' ? [] : [text]),
    ...(output === undefined && examples.length > 0
      ? [`Example:\n\n${block(examples.join('\n'))}`]
      : []),
    ...(output === undefined ? [] : [`Example, and what it prints:\n\n${block(output)}`]),
    ...command.commands.flatMap((one) => section(one, recorded)),
  ].map((part) => part.trimEnd());
}

const block = (text: string) => `\`\`\`text\n${text}\n\`\`\``;

const optionTable = (
  options: Command['options'][number][] | readonly Command['options'][number][],
) =>
  tableOf(
    ['option', 'does'],
    options.map(({ flags, description }) => [`\`${flags}\``, description]),
  );

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
