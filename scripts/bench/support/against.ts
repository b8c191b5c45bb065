/** A benchmark of this checkout and of another in turns: `bun run bench NAME --against DIR`. */
import { join } from 'node:path';
import { estimate, PAIRS } from './pairs.ts';

type Figure = { value: number; unit: string; isHigherBetter: boolean };
export type Figures = Map<string, Figure>;
type Pair = { before: Figures; now: Figures };
const root = join(import.meta.dir, '../../..');

/**
 * Compares each figure with the other checkout's: 1 is as good, more is better. Returns false if
 * one is below the bound, even at the upper end of its interval.
 */
export async function compareAgainst(
  name: string,
  { directory, bound, args }: { directory: string; bound: number; args: string[] },
): Promise<boolean> {
  const run = (of: string) => figuresOf(join(of, 'scripts/bench', `${name}.ts`), args);
  const pairs: Pair[] = [];
  for (let at = 0; at < PAIRS; at++) {
    // The machine is different for the first and for the second.
    const first = at % 2 === 0 ? await run(directory) : null;
    const now = await run(root);
    pairs.push({ now, before: first ?? (await run(directory)) });
    console.log(`pair ${at + 1} of ${PAIRS}`);
  }
  const rows = [...(pairs[0]?.now ?? [])].flatMap(([what, figure]) =>
    rowOf(pairs, what, figure, bound),
  );
  if (rows.length === 0) throw new Error(`${directory} prints no figure that this checkout prints`);
  console.table(rows);
  return rows.every(({ verdict }) => verdict !== 'REFUSED');
}

function rowOf(pairs: Pair[], what: string, { unit, isHigherBetter }: Figure, bound: number) {
  const both = pairs.flatMap(({ before, now }) => {
    const [one, other] = [before.get(what)?.value, now.get(what)?.value];
    return one && other ? [{ before: one, now: other }] : [];
  });
  if (both.length < PAIRS) return [];
  const ratio = estimate(
    both.map(({ before, now }) => (isHigherBetter ? now / before : before / now)),
  );
  const verdict = ratio.high < bound ? 'REFUSED' : `≥ ${bound}`;
  const shown = (value: number) => Number(value.toPrecision(3));
  return [
    {
      what,
      unit,
      before: shown(medianOf(both.map((pair) => pair.before))),
      now: shown(medianOf(both.map((pair) => pair.now))),
      ratio: shown(ratio.median),
      '90 %': `${shown(ratio.low)} to ${shown(ratio.high)}`,
      verdict,
    },
  ];
}

const medianOf = (values: number[]) =>
  values.sort((one, other) => one - other)[(values.length - 1) / 2] ?? Number.NaN;

async function figuresOf(script: string, args: string[]): Promise<Figures> {
  const child = Bun.spawn([process.execPath, script, ...args], {
    cwd: join(script, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const text = await new Response(child.stdout).text();
  await child.exited;
  return readFigures(text);
}

/** Reads the figures from the lines of a benchmark, by name. */
export function readFigures(text: string): Figures {
  const lines = text.split('\n').map((line) => LINE.exec(line)?.groups ?? {});
  return new Map(
    lines.flatMap(({ what, value, unit = '', goal }) =>
      what ? [[what, { value: Number(value), unit, isHigherBetter: goal === '≥' }]] : [],
    ),
  );
}

/** `what: 1.23 unit; goal ≤ 2: reached`, the colon or the goal only if present. */
const LINE =
  /^(?<what>\p{L}[^:;]*?)(?:: | (?=\d[\d.]*; goal))(?<value>\d+(?:\.\d+)?(?:e[+-]\d+)?) ?(?<unit>[^;]*)(?:; goal (?<goal>[≥≤])?.*)?$/u;
