import { Link } from 'wouter';
import type { Message } from '../../core/messages/schema.ts';
import { type SameSession, sameSession, sourceLine } from '../../core/messages/source.ts';
import { isOpen } from '../../core/reviews/open.ts';
import type { Ended } from '../../core/reviews/schema.ts';
import { useEndedTotal } from '../data/ended.ts';
import { useList } from './use-list.ts';

/** Which key asked, and from where by its agent's account. */
export function Source({ message }: { message: Message }) {
  const line = sourceLine(message);
  return line && <p className="meta question-source">{line}</p>;
}

/** Leads to the other questions of the same session and key: the pending ones, or those that ended alike. */
export function MoreOfSession({ message }: { message: Message }) {
  const { review } = message;
  const same = sameSession(message);
  if (same === null || review === null) return null;
  const key = `${same.session} ${same.askedBy}`;
  if (isOpen(review)) return <MorePending key={key} {...same} />;
  return review.status === 'pending' ? null : (
    <MoreEnded key={key} end={review.status} same={same} />
  );
}

const MorePending = (same: SameSession) => (
  <More count={useList(same).count - 1} href={`/?${new URLSearchParams(same)}`} />
);

function MoreEnded({ end, same }: { end: Ended; same: SameSession }) {
  const total = useEndedTotal({ review: end, order: 'ended', ...same }) ?? 0;
  const tab = end === 'completed' ? {} : { ended: end };
  return <More count={total - 1} href={`/answered?${new URLSearchParams({ ...tab, ...same })}`} />;
}

const More = ({ count, href }: { count: number; href: string }) =>
  count < 1 ? null : (
    <Link href={href} className="chip question-session">
      {count.toLocaleString()} more from this session
    </Link>
  );
