/** The alternate screen of the terminal, of which only changed lines are drawn. */
import type { WriteStream } from 'node:tty';

// Without automatic wrapping: a character that this terminal thinks wider stays in its row. With
// marked pastes.
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l\u001b[?2004h\u001b[2J';
const LEAVE = '\u001b[?2004l\u001b[?7h\u001b[?25h\u001b[?1049l';
// The kitty keyboard protocol: every key with its presses, repeats and releases, its place and its text.
const ASK_KITTY = '\u001b[?u';
const PUSH_KITTY = '\u001b[>31u';
const POP_KITTY = '\u001b[<u';
// Terminals that support it show what is between as one update; the others ignore it.
const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';

export function alternateScreen(out: WriteStream) {
  let drawn: string[] | undefined;
  const put = (text: string) => {
    try {
      out.write(text);
    } catch {
      // The terminal has closed, which stdin reports.
    }
  };
  let speaksKitty: boolean | undefined;
  return {
    enter(): void {
      drawn = [];
      put(ENTER);
      if (speaksKitty) put(PUSH_KITTY);
      else if (speaksKitty === undefined) put(ASK_KITTY);
      speaksKitty ??= false;
    },
    /** The terminal has confirmed the protocol. */
    speakKitty(): void {
      if (drawn && !speaksKitty) put(PUSH_KITTY);
      speaksKitty = true;
    },
    /** Restores the terminal. */
    leave(): void {
      if (drawn) put((speaksKitty ? POP_KITTY : '') + LEAVE);
      drawn = undefined;
    },
    /** Redraws everything with the next lines, after a resize. */
    forget(): void {
      if (drawn) drawn = [];
    },
    /** Through the terminal, which may be on another machine. */
    copy(text: string): void {
      if (drawn) put(`\u001b]52;c;${Buffer.from(text).toString('base64')}\u0007`);
    },
    draw(lines: string[]): void {
      const before = drawn;
      if (!before) return;
      const changed = lines.flatMap((line, row) =>
        line === before[row] ? [] : [`\u001b[${row + 1};1H\u001b[2K${line}`],
      );
      if (changed.length > 0) put(BEGIN + changed.join('') + END);
      drawn = lines;
    },
  };
}
