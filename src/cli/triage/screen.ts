/** The alternate screen of the terminal, drawn line by line where it differs. */
import type { WriteStream } from 'node:tty';

// Without automatic wrapping: a character that this terminal thinks wider stays in its row.
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[2J';
const LEAVE = '\u001b[?7h\u001b[?25h\u001b[?1049l';
// Terminals that know it show what stands between at once; the others ignore it.
const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';

export function alternateScreen(out: WriteStream) {
  let drawn: string[] | undefined;
  return {
    enter(): void {
      drawn = [];
      out.write(ENTER);
    },
    /** Gives the terminal back as it was. */
    leave(): void {
      if (drawn) out.write(LEAVE);
      drawn = undefined;
    },
    /** Draws everything anew with the next lines, after the terminal has changed its size. */
    forget(): void {
      if (drawn) drawn = [];
    },
    draw(lines: string[]): void {
      const before = drawn;
      if (!before) return;
      const changed = lines.flatMap((line, row) =>
        line === before[row] ? [] : [`\u001b[${row + 1};1H\u001b[2K${line}`],
      );
      if (changed.length > 0) out.write(BEGIN + changed.join('') + END);
      drawn = lines;
    },
  };
}
