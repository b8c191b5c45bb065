/** The help of every command, and each of its pages, has no phrase of the list. */
import { expect, test } from 'bun:test';
import { Command } from 'commander';
import { groups } from '../../src/cli/commands.ts';
import { topics } from '../../src/cli/help/command.ts';
import { layout } from '../../src/cli/help/layout.ts';
import { createProgram } from '../../src/cli/program.ts';
import { PHRASES } from '../support/words/phrases.ts';

/** So wide that no sentence is broken. */
const WIDE = 10_000;

/** The output of `inbox help NAME` for the command and for all below it. */
function helpOf(command: Command): [name: string, help: string][] {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
  });
  command.outputHelp();
  return [[nameOf(command), help], ...command.commands.flatMap(helpOf)];
}

const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

async function allHelp(): Promise<[name: string, help: string][]> {
  const entries = Object.values(groups).flat();
  const commands = entries.map(async ({ name, about, load }) => {
    const program = new Command('inbox').configureHelp({ ...layout, helpWidth: WIDE });
    const command = program.command(name).description(about);
    (await load())(command);
    return helpOf(command);
  });
  const pages = Object.entries(topics).map(
    async ([name, page]): Promise<[string, string]> => [name, (await page())(WIDE)],
  );
  const program = createProgram().configureHelp({ ...layout, helpWidth: WIDE });
  return [
    ...helpOf(program).slice(0, 1),
    ...(await Promise.all(commands)).flat(),
    ...(await Promise.all(pages)),
  ];
}

test('no help has a banned phrase', async () => {
  const all = await allHelp();
  expect(all.length).toBeGreaterThan(70);
  const faults = all.flatMap(([name, help]) =>
    help
      .split('\n')
      .flatMap((line) =>
        PHRASES.filter(({ phrase }) => phrase.test(line.trim())).map(
          ({ phrase, instead }) =>
            `${name}: ${phrase.exec(line.trim())?.[0]} (${instead}): ${line}`,
        ),
      ),
  );
  expect(faults).toEqual([]);
});

test('every command says what it does, without a plural alias', async () => {
  for (const [name, help] of await allHelp()) {
    expect([name, help.split('\n').filter((line) => /^ {2}\S+$/.test(line))]).toEqual([name, []]);
    expect([name, /\w\|\w/.test(help.split('\n')[0] ?? '')]).toEqual([name, false]);
  }
});
