/** How the dashboard renders a kind of review: the `dashboard.tsx` of its folder. */
import type { ComponentType } from 'react';
import type { JsonObject } from '../../core/json.ts';
import { wordsOf } from '../../core/reviews/kinds/words.ts';
import type { Review } from '../../core/reviews/schema.ts';
import type { Asked } from './asked.ts';
import type { Sending } from './sending.tsx';

/** The props of the part of a card that takes the answer. */
export type AnswerProps = {
  message: Asked;
  sending: Sending;
  /** Whether the keys act on this question. */
  active: boolean;
  /** Whether the keys may answer it yet. */
  isReady: boolean;
};
export type AnsweredProps = { review: Review; response: JsonObject };

/** Keys, and their effect. */
export type Hint = [keys: string[], does: string];

export type Renderer = {
  /** Takes the answer; if it has a file of its own, it can be fetched ahead. */
  Answer: ComponentType<AnswerProps> & { fetch?: () => Promise<void> };
  /** Shows the answer that was given, unless the question was dismissed. */
  Answered: ComponentType<AnsweredProps>;
  /** The keys that work while the question is open. */
  hints: (payload: JsonObject) => Hint[];
};

/** Whether one of its options is marked as dangerous. */
export const hasDanger = ({ type, payload }: Review): boolean =>
  (wordsOf(type).choices?.(payload) ?? []).some(
    ({ tone, isLasting }) => tone === 'harm' && !isLasting,
  );
