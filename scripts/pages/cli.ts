// Writes docs/cli.md from its guide: `bun run pages`.
import { exit } from '../../src/cli/errors.ts';
import { words } from '../../src/cli/help/exit-codes.ts';
import { tableOf } from './table.ts';

export async function cliPage(): Promise<string> {
  const guide = await Bun.file(`${import.meta.dir}/cli-guide.md`).text();
  return guide.replace('<!-- exit codes -->\n', exitCodes);
}

const exitCodes = () =>
  tableOf(
    ['exit code', 'means'],
    Object.entries(words).map(([name, about]) => [`${exit[name as keyof typeof exit]}`, about]),
  );
