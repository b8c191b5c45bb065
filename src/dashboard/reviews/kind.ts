/** What the dashboard draws of a kind of review. */
import type { ComponentType } from 'react';
import type { JsonObject } from '../../core/json.ts';
import { wordsOf } from '../../core/reviews/kinds/words.ts';
import type { Review } from '../../core/reviews/schema.ts';
import type { Asked } from './asked.ts';
import type { Sending } from './sending.tsx';

/** What the part of a card gets that takes the answer. */
export type AnswerProps = {
  message: Asked;
  sending: Sending;
  /** Whether the keys are for this question. */
  active: boolean;
  /** Whether they may answer it by now. */
  isReady: boolean;
};
export type AnsweredProps = { review: Review; response: JsonObject };

/** Keys, and what they do. */
export type Hint = [keys: string[], does: string];

export type Renderer = {
  /** What takes the answer; one with a file of its own can be fetched ahead. */
  Answer: ComponentType<AnswerProps> & { fetch?: () => Promise<void> };
  /** The answer that was given, unless the question was dismissed. */
  Answered: ComponentType<AnsweredProps>;
  /** The keys that work while it is open. */
  hints: (payload: JsonObject) => Hint[];
};

/** Whether one of its options does harm. */
export const hasDanger = ({ type, payload }: Review): boolean =>
  (wordsOf(type).choices?.(payload) ?? []).some(({ tone }) => tone === 'harm');
