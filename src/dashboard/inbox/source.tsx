import { Link } from 'wouter';
import type { Message } from '../../core/messages/schema.ts';
import { askerOf, sourceLine, sourcePart } from '../../core/messages/source.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { useList } from './use-list.ts';

/** Which key asked, and from where by its agent's account. */
export function Source({ message }: { message: Message }) {
  const line = sourceLine(message);
  return line && <p className="meta question-source">{line}</p>;
}

/** Leads to the other pending questions of the same session and key. */
export function SameSession({ message }: { message: Message }) {
  const session = sourcePart(message, 'session');
  return session !== null && isOpen(message.review) ? (
    <MoreOf key={session} session={session} askedBy={askerOf(message)} />
  ) : null;
}

function MoreOf(filter: { session: string; askedBy: string }) {
  const more = useList(filter).count - 1;
  if (more < 1) return null;
  return (
    <Link href={`/?${new URLSearchParams(filter)}`} className="chip question-session">
      {more} more from this session
    </Link>
  );
}
