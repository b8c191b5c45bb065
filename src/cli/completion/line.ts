/** Parses what has been typed in a shell without executing it: quotes are read, nothing is expanded. */

type Quote = '' | '"' | "'";
export type Line = {
  /** The complete words before the last one, starting with the command's own name. */
  before: string[];
  /** The last word, where Tab was pressed. */
  typed: string;
  /** The open quote at that position. */
  quote: Quote;
  /** How much of the word precedes what will be replaced. */
  kept: number;
  /** Part of the word is for the shell to expand, or its quotes end within it. */
  isShells: boolean;
};

const ESCAPED_IN_QUOTES = '\\"$`';

/** @param breaks where the shell starts replacing, besides blanks; in bash: COMP_WORDBREAKS */
export function readLine(line: string, breaks = ''): Line {
  const before: string[] = [];
  let now = noWord();
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    const next = line.charAt(at + 1);
    if (now.quote === '' && /\s/.test(letter)) {
      if (now.hasBegun) before.push(now.typed);
      now = noWord();
    } else if (letter === '\\' && now.quote !== "'") {
      at++;
      const stays = now.quote === '"' && !ESCAPED_IN_QUOTES.includes(next);
      now = { ...now, hasBegun: true, typed: now.typed + (stays ? letter : '') + next };
    } else now = withLetter(now, letter, breaks);
  }
  const { typed, quote, kept, isShells } = now;
  return { before, typed, quote, kept, isShells };
}

type Word = { typed: string; quote: Quote; kept: number; isShells: boolean; hasBegun: boolean };

const noWord = (): Word => ({ typed: '', quote: '', kept: 0, isShells: false, hasBegun: false });

function withLetter(now: Word, letter: string, breaks: string): Word {
  const begun = { ...now, hasBegun: true };
  if (now.quote === letter) return { ...begun, quote: '', isShells: true };
  if (now.quote === '' && (letter === '"' || letter === "'")) {
    return { ...begun, quote: letter, kept: now.typed.length };
  }
  const typed = now.typed + letter;
  const isExpanded = now.quote !== "'" && (letter === '$' || letter === '`');
  const isBreak = now.quote === '' && breaks.includes(letter);
  return {
    ...begun,
    typed,
    kept: isBreak ? typed.length : now.kept,
    isShells: now.isShells || isExpanded,
  };
}

/** Quotes the rest of a word so that bash reads exactly this; null if that is impossible. */
export function quotedFor({ quote, kept }: Pick<Line, 'quote' | 'kept'>, word: string) {
  const rest = word.slice(kept);
  if (quote === "'") return rest.replaceAll("'", "'\\''");
  if (quote === '') return rest.replace(/[^\w@%+=:,./\u0080-\uffff-]/g, '\\$&');
  // Between double quotes bash would substitute an earlier command.
  return rest.includes('!') ? null : rest.replace(/[\\"$`]/g, '\\$&');
}
