/** Lines by file, from the tests' own processes (lcov) and from those they started. */

/** Some of the lines of each file. */
export type Lines = Record<string, number[]>;
/** The number of runs of each line, by file. */
export type Lcov = Map<string, Map<number, number>>;
export type Coverage = { file: string; lines: number; uncovered: number[] };

export function readLcov(text: string): Lcov {
  const files: Lcov = new Map();
  let hits = new Map<number, number>();
  for (const row of text.split('\n')) {
    const [, name, value = ''] = /^(SF|DA):(.*)$/.exec(row) ?? [];
    if (name === 'SF') {
      hits = new Map();
      files.set(value, hits);
    }
    const [line = 0, count = 0] = value.split(',').map(Number);
    if (name === 'DA') hits.set(line, count);
  }
  return files;
}

type Loaded = { lcov: Lcov; child: Lines };
type Ran = { lcov: Lcov; children: Lines[] };

/** Returns each source with its lines, whether a test loads it or not. */
export function coverageOf(loaded: Loaded, ran: Ran): Coverage[] {
  return [...loaded.lcov]
    .filter(([file]) => file.startsWith('src/'))
    .map(([file, lines]) => {
      const tellable = new Set(loaded.child[file] ?? []);
      // A child counts fewer lines, without closing brackets for example: lines it does not count
      // are left out.
      const counted = [...lines].filter(([line, hits]) => hits > 0 || tellable.has(line));
      const hits = ran.lcov.get(file);
      const missed = ran.children.flatMap((one) => (one[file] ? [new Set(one[file])] : []));
      const isCovered = (line: number) =>
        (hits?.get(line) ?? 0) > 0 || missed.some((one) => !one.has(line));
      const uncovered = counted.map(([line]) => line).filter((line) => !isCovered(line));
      return { file, lines: counted.length, uncovered };
    });
}
