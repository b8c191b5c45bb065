/** Formats the result of a question on one line: sign, word and colour. Pure. */
import type { Logged } from '../logged.ts';
import type { State } from './state.ts';

type Notice = NonNullable<State['notice']>;
type Answer = Pick<Logged, 'sign' | 'verdict' | 'words' | 'title'>;

export function verdictLine(answer: Answer): Notice {
  const text = `${answer.sign} ${said(answer)} — ${answer.title}`;
  return { text, tone: toneOf(answer) };
}

/** `Approved`, or `Approved: Roll out` if the option has a name of its own. */
function said({ verdict, words }: Answer): string {
  if (verdict === 'answered' || verdict === words) return words;
  const word = verdict.charAt(0).toUpperCase() + verdict.slice(1);
  return verdict.startsWith(words.toLowerCase()) ? word : `${word}: ${words}`;
}

export function toneOf({ sign }: Pick<Logged, 'sign'>): Notice['tone'] {
  if (sign === '✗') return 'bad';
  return sign === '✓' ? 'good' : 'plain';
}
