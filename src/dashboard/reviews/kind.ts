import type { JsonObject } from '../../core/json.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isHarmful } from '../../core/reviews/kinds/verdicts.ts';
import type { Review } from '../../core/reviews/schema.ts';
import type { Sending } from './sending.tsx';

export type Asked = Message & { review: Review };

/** What the part of a card gets that takes the answer. */
export type AnswerProps = {
  message: Asked;
  sending: Sending;
  /** Whether the keys are for this question. */
  active: boolean;
  /** Whether they may answer it by now. */
  isReady: boolean;
};

const words: Record<string, string> = {
  approval: 'Approval',
  selection: 'Selection',
  form: 'Form',
  'text-input': 'Text',
  freeform: 'Free form',
};

/** A type of review as a word: `approval` is `Approval`, `diff-review` is `Diff review`. */
export const kindWord = (type: string) =>
  (Object.hasOwn(words, type) && words[type]) ||
  type.charAt(0).toUpperCase() + type.slice(1).replaceAll('-', ' ');

/** Whether one of its options does harm. */
export const hasDanger = ({ type, payload: { options } }: Review): boolean =>
  type === 'approval' && Array.isArray(options) && options.some(isHarmful);

/** A value of a payload that should be a text, and of a plugin's might be anything. */
export const textIn = (payload: JsonObject, name: string) => {
  const value = payload[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};
