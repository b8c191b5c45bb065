/** What there is to say about the shape of a tree of sources, and what is out of bounds. */
import { circles, importsOf, type Sources } from '../../test/support/architecture/imports.ts';
import { bounds, isFrozen } from './bounds.ts';
import { type Cast, castsIn } from './casts.ts';
import { functionLengths, type Length } from './functions.ts';
import type { Kept } from './kept-casts.ts';
import { parse } from './parsed.ts';

export type Figures = { lines: string[]; faults: string[] };

/** `sources` are scripts and style sheets, by their paths. */
export function figuresOf(sources: Sources, kept: Kept[]): Figures {
  const scripts = Object.entries(sources).filter(([path]) => /\.tsx?$/.test(path));
  const parsed = scripts.map(([path, source]) => parse(path, source));
  const parts = [
    files(Object.entries(sources)),
    functions(parsed.flatMap(functionLengths)),
    casts(parsed.flatMap(castsIn), kept),
    imports(Object.fromEntries(scripts)),
  ];
  return {
    lines: parts.flatMap(({ lines }) => lines),
    faults: parts.flatMap(({ faults }) => faults),
  };
}

function files(all: [path: string, source: string][]): Figures {
  const lengths = all.map(([path, source]) => ({ path, lines: source.split('\n').length - 1 }));
  const sheets = lengths.filter(({ path }) => path.endsWith('.css'));
  const { median, most, longest } = bounds.file;
  const spread = spreadOf(lengths);
  return {
    lines: [
      `${all.length} files: ${shown(spread)}`,
      `${sheets.length} style sheets: ${shown(spreadOf(sheets))}`,
    ],
    faults: [
      ...(spread.median > median
        ? [`The median file has ${spread.median} lines, more than ${median}`]
        : []),
      ...(spread.most > most
        ? [`More than one file in twenty has over ${most} lines: ${longerThan(most, lengths)}`]
        : []),
      ...lengths
        .filter(({ lines }) => lines > longest)
        .map(
          ({ path, lines }) => `${path}:${longest + 1} has ${lines} lines, more than ${longest}`,
        ),
    ],
  };
}

const longerThan = (bound: number, lengths: { path: string; lines: number }[]) =>
  lengths
    .filter(({ lines }) => lines > bound)
    .map(({ path, lines }) => `${path}:${lines}`)
    .join(', ');

function functions(all: Length[]): Figures {
  const lengths = all.filter(({ path }) => !isFrozen(path));
  const { longest } = bounds.function;
  return {
    lines: [`${lengths.length} functions: ${shown(spreadOf(lengths))}`],
    faults: lengths
      .filter(({ lines }) => lines > longest)
      .map(
        ({ path, line, lines }) =>
          `${path}:${line} begins a function of ${lines} lines, more than ${longest}`,
      ),
  };
}

/** Each cast is on the list, as often as it is in its file, and what is on the list is in the file. */
function casts(found: Cast[], kept: Kept[]): Figures {
  const left = new Map<string, number>();
  for (const one of kept) {
    for (const [path, listed] of Object.entries(one.casts)) {
      for (const cast of listed) count(left, keyOf({ path, cast }), 1);
    }
  }
  const unlisted = found.filter((one) => count(left, keyOf(one), -1) < 0);
  const gone = [...left].filter(([, times]) => times > 0);
  return {
    lines: [`${found.length} casts, each with its reason in scripts/figures/kept-casts.ts`],
    faults: [
      ...unlisted.map(
        ({ path, line, cast }) =>
          `${path}:${line} casts \`${cast}\`: let the types say it, or list it with a reason`,
      ),
      ...gone.map(([key]) => `${key} is listed more often than it is there`),
    ],
  };
}

const keyOf = ({ path, cast }: Pick<Cast, 'path' | 'cast'>) => `${path}: \`${cast}\``;

function count(times: Map<string, number>, key: string, by: number): number {
  const now = (times.get(key) ?? 0) + by;
  times.set(key, now);
  return now;
}

function imports(scripts: Sources): Figures {
  const found = circles(importsOf(scripts));
  return { lines: [`${found.length} circles of imports`], faults: found };
}

type Spread = { median: number; most: number; longest: number };

function spreadOf(all: { lines: number }[]): Spread {
  const sorted = all.map(({ lines }) => lines).sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { median: at(0.5), most: at(0.95), longest: at(1) };
}

const shown = ({ median, most, longest }: Spread) =>
  `median ${median} lines, 95th percentile ${most}, longest ${longest}`;
