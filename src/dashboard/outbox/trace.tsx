import { Button } from '@mantine/core';
import { type CSSProperties, useEffect } from 'react';
import { useLocation } from 'wouter';
import { pressOf } from '../../client/undo.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { useStore } from '../live/store.ts';
import { Key } from '../look/parts.tsx';
import { useAllUnsent, useAnswers } from './context.ts';
import { subjectOf } from './outcome.ts';
import { useTakeBack, useTakeBackOfWords } from './take-back.ts';
import { canBeTakenBack, type Unsent } from './unsent.ts';

/** The latest answer, its question, and whether it can be undone. */
export function Trace() {
  const answers = useAnswers();
  const unsent = useAllUnsent();
  const last = useStore(answers.last);
  const open = unsent.filter(({ state }) => state !== 'refused');
  const shown = open.findLast(canBeTakenBack) ?? open.at(-1) ?? last;
  const isStored = shown === last;
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the person has moved on
  useEffect(() => answers.last.set(null), [location]);
  // Its text is announced by the announcer, whose region is permanent.
  return (
    <div className="trace" role="status" aria-live="off" data-empty={shown === null || undefined}>
      {shown && (
        <Line
          key={`${pressOf(shown)} ${shown.group ? '' : shown.chosenAt}`}
          unsent={shown}
          isStored={isStored}
        />
      )}
    </div>
  );
}

function Line({ unsent, isStored }: { unsent: Unsent; isStored: boolean }) {
  const { chosen, state, chosenAt, dueAt } = unsent;
  const takeBack = useTakeBack();
  const about = isStored ? 'Saved' : words[state];
  const isHeld = state === 'held' && !isStored;
  const runs = {
    animationDuration: `${dueAt - chosenAt}ms`,
    animationDelay: `${chosenAt - Date.now()}ms`,
  } satisfies CSSProperties;
  return (
    <>
      <p className="trace-words cut">
        {about && <span className="soft">{about}: </span>}
        <strong>
          <bdi>{chosen}</bdi>
        </strong>{' '}
        · <bdi>{subjectOf(unsent)}</bdi>
      </p>
      {!isStored && canBeTakenBack(unsent) && (
        <Button
          variant="default"
          size="compact-sm"
          className="trace-undo"
          onClick={() => void takeBack(unsent.id)}
        >
          Undo <Key>z</Key>
        </Button>
      )}
      {isHeld && <span className="trace-bar" style={runs} aria-hidden="true" />}
    </>
  );
}

/** Before the chosen answer. */
const words: Record<Unsent['state'], string> = {
  held: '',
  sending: '',
  slow: 'Sending…',
  unconfirmed: 'Not confirmed yet',
  waiting: 'Not sent yet',
  asking: 'Not sent yet',
  refused: 'Not sent',
};

/** `z` works wherever single-character keys do. */
export function useUndoKey(): void {
  useTakeBackOfWords();
  const takeBack = useTakeBack();
  const newest = useAllUnsent().findLast(canBeTakenBack);
  useKeys('Last answer', {
    ...(newest && { z: [`Undo ${newest.chosen}`, () => void takeBack(), 'undo'] }),
  });
}
