/** A screen of a terminal, as `tmux capture-pane -e` writes it, in stretches of one style each. */

/** `fg` and `bg` are 0 to 15, or null for those of the terminal. */
export type Look = {
  fg: number | null;
  bg: number | null;
  bold: boolean;
  dim: boolean;
  inverse: boolean;
};
export type Stretch = Look & { column: number; text: string };

const plain: Look = { fg: null, bg: null, bold: false, dim: false, inverse: false };

/** Returns the rows of a screen, each with its stretches; blank ones are left out. */
export function rowsOf(screen: string): Stretch[][] {
  let look = plain;
  return screen.split('\n').map((line) => {
    const row: Stretch[] = [];
    let column = 0;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals read
    for (const [, codes, text = ''] of line.matchAll(/\u001b\[([\d;]*)m|([^\u001b]+)/g)) {
      if (codes !== undefined) look = withCodes(look, codes.split(';').map(Number));
      else {
        row.push({ ...look, column, text });
        column += [...text].length;
      }
    }
    return row.filter(({ text, bg, inverse }) => inverse || bg !== null || text.trim() !== '');
  });
}

function withCodes(look: Look, codes: number[]): Look {
  const [code = 0, ...rest] = codes;
  const isLong = (code === 38 || code === 48) && rest[0] === 5;
  if (isLong) {
    const colour = rest[1] ?? 0;
    if (colour > 15)
      throw new Error(`Only the 16 colours of every terminal are drawn, not ${colour}`);
    return next({ ...look, [code === 38 ? 'fg' : 'bg']: colour }, rest.slice(2));
  }
  return next(withCode(look, code), rest);
}

const next = (look: Look, rest: number[]) => (rest.length > 0 ? withCodes(look, rest) : look);

function withCode(look: Look, code: number): Look {
  if (code === 0) return plain;
  if (code === 1) return { ...look, bold: true };
  if (code === 2) return { ...look, dim: true };
  if (code === 7) return { ...look, inverse: true };
  if (code === 22) return { ...look, bold: false, dim: false };
  if (code === 27) return { ...look, inverse: false };
  if (code === 39) return { ...look, fg: null };
  if (code === 49) return { ...look, bg: null };
  if (code >= 30 && code <= 37) return { ...look, fg: code - 30 };
  if (code >= 90 && code <= 97) return { ...look, fg: code - 82 };
  if (code >= 40 && code <= 47) return { ...look, bg: code - 40 };
  if (code >= 100 && code <= 107) return { ...look, bg: code - 92 };
  return look;
}
