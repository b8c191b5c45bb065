import type { ReactNode } from 'react';
import { useMessage } from '../data/messages.ts';
import { signOf } from '../keys/help.tsx';
import { isSingle } from '../keys/names.ts';
import { Key } from '../look/parts.tsx';
import type { Hint } from '../reviews/kind.ts';
import { rendererOf } from '../reviews/kinds.tsx';

/** The keys that work at the moment. */
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
  return <HintList hints={rendererOf(review.type).hints(review.payload)} />;
}

const HintList = ({ hints }: { hints: Hint[] }) =>
  hints.map(([keys, does]) => (
    <span key={does} data-single={keys.every(isSingle) || undefined}>
      <KeyRow keys={keys} /> {does}
    </span>
  ));

/** `1` and `9` are the ends of a range; `1` and `2` are all of it. */
const KeyRow = ({ keys }: { keys: string[] }): ReactNode =>
  keys.map((key, index) => (
    <span key={key}>
      {index > 0 && keys[0] === '1' && Number(key.replace(' ', '')) > 2 && '…'}
      <Key>{signOf(key)}</Key>
    </span>
  ));
