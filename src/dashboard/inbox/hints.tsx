import type { ReactNode } from 'react';
import { useMessage } from '../data/messages.ts';
import { signOf } from '../keys/help.tsx';
import { isSingle, keyOfNumber, MOST_NUMBERED } from '../keys/names.ts';
import { Key } from '../look/parts.tsx';

type Hint = [keys: string[], does: string];

/** The keys that work just now, where they work. */
export function Hints({ id }: { id: string | undefined }) {
  return (
    <footer className="inbox-hints keys-only">
      <HintList hints={[[['j', 'k'], 'next, previous']]} />
      {id !== undefined && <QuestionHints id={id} />}
      <HintList hints={[[['?'], 'all shortcuts']]} />
    </footer>
  );
}

function QuestionHints({ id }: { id: string }) {
  const review = useMessage(id).data?.review;
  if (!review) return null;
  if (review.status !== 'pending') return <HintList hints={[[['Enter'], 'next question']]} />;
  const { type, payload } = review;
  const comment: Hint[] = payload.allowComment === true ? [[['c'], 'comment']] : [];
  const count = (name: string) => (Array.isArray(payload[name]) ? payload[name].length : 0);
  if (type === 'approval') {
    return <HintList hints={[[numbersTo(count('options')), 'answer'], ...comment]} />;
  }
  if (type === 'selection') {
    const numbers = numbersTo(count('items'));
    return <HintList hints={payload.mode === 'multi' ? picked(numbers) : [[numbers, 'answer']]} />;
  }
  return <HintList hints={byType[type] ?? written} />;
}

const written: Hint[] = [
  [['Enter'], 'write'],
  [['mod+Enter'], 'send'],
  [['Escape'], 'exit field'],
];
const picked = (numbers: string[]): Hint[] => [
  [numbers, 'pick'],
  [['Enter'], 'send'],
];
const byType: Record<string, Hint[]> = {
  rating: [
    [['1', '9'], 'rate'],
    [['c'], 'comment'],
  ],
  form: [[['Enter'], 'fill in'], [['Tab'], 'next field'], ...written.slice(1)],
  'diff-review': [
    [['1', '2'], 'decide'],
    [['n', 'p'], 'hunk'],
    [['c'], 'comment'],
  ],
};

const HintList = ({ hints }: { hints: Hint[] }) =>
  hints.map(([keys, does]) => (
    <span key={does} data-single={keys.every(isSingle) || undefined}>
      <KeyRow keys={keys} /> {does}
    </span>
  ));

/** The keys of so many choices: each, or the ends of the row. */
function numbersTo(count: number): string[] {
  const last = Math.min(count, MOST_NUMBERED);
  return last < 2 ? ['1'] : ['1', keyOfNumber(last)];
}

/** `1` and `9` are the ends of a row; `1` and `2` are all of it. */
const KeyRow = ({ keys }: { keys: string[] }): ReactNode =>
  keys.map((key, index) => (
    <span key={key}>
      {index > 0 && keys[0] === '1' && Number(key.replace(' ', '')) > 2 && '…'}
      <Key>{signOf(key)}</Key>
    </span>
  ));
