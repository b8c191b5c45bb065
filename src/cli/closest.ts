import { folded } from '../core/letters.ts';

/** Returns the name that was probably meant: in another case, longer, or with a few typing errors. */
export function closest(typed: string, names: string[]): string | undefined {
  const wanted = folded(typed);
  const near = names
    .map((name) => ({ name, far: farFrom(wanted, folded(name)) }))
    .filter(({ name, far }) => far <= 2 && far < name.length - 1)
    .sort((one, other) => one.far - other.far);
  return near[0]?.name ?? names.find((name) => folded(name).startsWith(wanted));
}

/** Counts the letters to insert, remove or change. */
function farFrom(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, wanted] of [...other].entries()) {
      const changed = (row[place] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
