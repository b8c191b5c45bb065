/** Shown instead of the choices: the chosen one, and the state of the answer. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAnswers } from './context.ts';
import { useTakeBack } from './take-back.ts';
import { canBeTakenBack, type Unsent } from './unsent.ts';

export function Chosen({ unsent }: { unsent: Unsent }) {
  const answers = useAnswers();
  const takeBack = useTakeBack();
  const { id, state, chosen } = unsent;
  const [before, after] = words[state];
  const isUnsent = state === 'waiting' || state === 'asking';
  return (
    <div className="chosen" role="status" data-state={state}>
      <p>
        {before}:{' '}
        <strong>
          <bdi>{chosen}</bdi>
        </strong>
      </p>
      {after && <p className="meta">{after}</p>}
      <div className="buttons">
        {isUnsent && <Do onPress={() => answers.sendNow(id)}>Send now</Do>}
        {canBeTakenBack(unsent) && <Do onPress={() => void takeBack(id)}>Undo</Do>}
        {isUnsent && !canBeTakenBack(unsent) && (
          <Do onPress={() => answers.discard(id)}>Don't send</Do>
        )}
      </div>
    </div>
  );
}

const Do = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <Button variant="default" size="xs" onClick={onPress}>
    {children}
  </Button>
);

const words: Record<Unsent['state'], [before: string, after: string]> = {
  held: ['You chose', ''],
  sending: ['Sending', ''],
  slow: ['Sending', ''],
  unconfirmed: [
    'Not confirmed yet',
    'The inbox has not confirmed your answer. It will be sent again if needed.',
  ],
  waiting: [
    'Not sent yet',
    "Can't reach the inbox. Your answer will be sent once the inbox responds.",
  ],
  asking: ['Not sent yet', 'You were logged out before your answer could be sent.'],
  refused: ['Not sent', ''],
};
