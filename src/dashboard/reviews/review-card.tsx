import type { Message } from '../../core/messages/schema.ts';

type Props = {
  message: Message;
  /** The one question that the keys 1…9, a, r, c and Enter are for. */
  active?: boolean;
  /** Called once an answer is on its way, or stored: time for the next question. */
  onAnswered?: () => void;
};

/** A question with what answers it; once it is settled, how it ended. */
export function ReviewCard({ message }: Props) {
  return <div className="review-card">{message.review?.type}</div>;
}
