/** Suggestions for unknown commands, besides typing errors. */
import { closest } from './closest.ts';

const ANSWER = '`inbox answer` to answer';
const MEANT: Record<string, string> = {
  ...Object.fromEntries(
    ['accept', 'deny', 'decline', 'respond', 'reply'].map((word) => [
      word,
      `${ANSWER}, or \`inbox ask approve\` to ask`,
    ]),
  ),
  ...Object.fromEntries(
    ['view', 'read'].map((word) => [word, `${ANSWER}, or \`inbox show\` to read`]),
  ),
};

/** Replaces commander's guess for an unknown command by ours. */
export function withSuggestion(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const [, typed] = /^error: unknown command '(.*)'$/.exec(first) ?? [];
  const word = typed === undefined ? undefined : closest(typed, Object.keys(MEANT));
  if (word === undefined || (typed !== word && isGuessed(rest, typed))) return text;
  return `${first}\n(Did you mean ${MEANT[word]}?)\n`;
}

/** Extends commander's error for a text that it has taken for an option. */
export const withDashes = (text: string, command: string): string =>
  text.startsWith('error: unknown option') && !text.includes('(Did you mean')
    ? `${text.trimEnd()}\n(A text that begins with - comes last, after --: ${command} -c CHANNEL -- "- text")\n`
    : text;

/** Returns whether commander's guess begins as typed. */
const isGuessed = ([guess = '']: string[], typed = '') =>
  guess.includes(`mean ${typed[0]}`) || guess.includes(`one of ${typed[0]}`);
