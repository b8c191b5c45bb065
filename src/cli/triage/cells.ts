/** A fixed number of lines of a fixed width. Pure. */

/** Returns exactly `rows` rows, each within its columns. */
export function fill(lines: string[], rows: number, columns: number): string[] {
  const kept = lines.slice(0, rows).map((line) => clip(line, columns));
  return [...kept, ...Array<string>(Math.max(0, rows - kept.length)).fill('')];
}

export const pad = (text: string, columns: number) =>
  text + ' '.repeat(Math.max(0, columns - Bun.stringWidth(text)));

/** Cuts what is too wide, and keeps colours intact. */
export const clip = (line: string, columns: number) =>
  Bun.stringWidth(line) <= columns ? line : Bun.sliceAnsi(line, 0, columns);
