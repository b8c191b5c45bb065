import type { Message } from '../../core/messages/schema.ts';
import { isHarmful } from '../../core/reviews/kinds/approval/options.ts';
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

/** Whether one of its options does harm. */
export const hasDanger = ({ type, payload: { options } }: Review): boolean =>
  type === 'approval' && Array.isArray(options) && options.some(isHarmful);
