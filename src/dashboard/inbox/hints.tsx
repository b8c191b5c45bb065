import type { ReactNode } from 'react';
import { useMessage } from '../data/messages.ts';
import { signOf } from '../keys/help.tsx';
import { Key } from '../look/parts.tsx';

type Hint = [keys: string[], does: string];

/** The keys that work just now, where they work. */
export function Hints({ id }: { id: string | undefined }) {
  return (
    <footer className="inbox-hints keys-only">
      <HintList hints={[[['j', 'k'], 'next, previous']]} />
      {id !== undefined && <QuestionHints id={id} />}
      <HintList hints={[[['?'], 'all keys']]} />
    </footer>
  );
}

function QuestionHints({ id }: { id: string }) {
  const review = useMessage(id).data?.review;
  if (!review) return null;
  if (review.status !== 'pending') return <HintList hints={[[['Enter'], 'next question']]} />;
  const { type, payload } = review;
  const comment: Hint[] = payload.allowComment === true ? [[['c'], 'comment']] : [];
  if (type === 'approval') return <HintList hints={[[['1', '9'], 'answer'], ...comment]} />;
  return <HintList hints={byType[type] ?? written} />;
}

const written: Hint[] = [
  [['Enter'], 'write'],
  [['mod+Enter'], 'send'],
  [['Escape'], 'leave the field'],
];
const byType: Record<string, Hint[]> = {
  selection: [
    [['1', '9'], 'pick'],
    [['Enter'], 'send'],
  ],
  rating: [
    [['1', '9'], 'rate'],
    [['c'], 'comment'],
    [['Enter'], 'send'],
  ],
  form: [[['Enter'], 'fill in'], [['Tab'], 'next field'], ...written.slice(1)],
  'diff-review': [
    [['1', '2'], 'verdict'],
    [['n', 'p'], 'hunk'],
    [['c'], 'comment'],
  ],
};

const HintList = ({ hints }: { hints: Hint[] }) =>
  hints.map(([keys, does]) => (
    <span key={does}>
      <KeyRow keys={keys} /> {does}
    </span>
  ));

/** `1` and `9` are the ends of a row. */
const KeyRow = ({ keys }: { keys: string[] }): ReactNode =>
  keys.map((key, index) => (
    <span key={key}>
      {index > 0 && keys[0] === '1' && keys[1] === '9' && '…'}
      <Key>{signOf(key)}</Key>
    </span>
  ));
