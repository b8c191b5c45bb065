/** Who may import whom, as CONTRIBUTING.md shows it. */
import { type Rule, rules, server, vocabulary } from './rules.ts';

/** A row for each folder, and for each file with a rule of its own. */
export const importRows = (): string[] =>
  Object.entries(rules).map(
    ([folder, rule]) => `| \`${folder}\` | ${filesOf(folder, rule)} | ${packagesOf(rule)} |`,
  );

function filesOf(folder: string, { files, types = [] }: Rule): string {
  const words = vocabulary.every((one) => files.includes(one)) ? ['the vocabulary'] : [];
  const rest = files.filter((one) => words.length === 0 || !vocabulary.includes(one));
  const named = rest.map((one) => {
    if (one === `${folder}*`) return 'itself';
    if (one === '*') return 'everything';
    return one
      .split(' but ')
      .map((part) => code(part.replace(/\*$/, '')))
      .join(' but ');
  });
  return listed([...named, ...words, ...types.filter(isPath).map(asType)]);
}

function packagesOf({ packages, types = [] }: Rule): string {
  const runtime = server.every((one) => packages.includes(one)) ? ['Bun'] : [];
  const named = packages.filter((one) => !server.includes(one)).map(code);
  return listed([...runtime, ...named, ...types.filter((one) => !isPath(one)).map(asType)]);
}

const isPath = (name: string) => name.endsWith('.ts');
const code = (name: string) => `\`${name}\``;
const asType = (name: string) => `types of ${code(name)}`;
const listed = (names: string[]) => names.join(', ') || '–';
