/** Loads older and newer messages page by page as the reader approaches them. */
import { conversationOf } from '../../client/replica/lists.ts';
import { joined, trimmed, type Window } from '../../client/replica/window.ts';
import type { HeldStore } from './held.ts';
import { PAGE, type Reader } from './reader.ts';
import { LARGEST, type Span } from './span.ts';

const { placeOf } = conversationOf('');
/** Drops the excess at one end. */
const trim = (end: 'from' | 'to', largest: number) => (span: Span) =>
  trimmed(span, end, { placeOf, largest });

export function createPaging(read: Reader, held: HeldStore) {
  let turn = 0;
  let isPaging = false;
  const { setSpan, shiftSpan, upToDate } = held;
  const spanNow = () => held.store.get().span;

  async function page(asked: Promise<Window>, end: 'from' | 'to'): Promise<void> {
    const edge = spanNow()[end];
    const mine = ++turn;
    isPaging = true;
    const answer = await upToDate(asked).catch(() => null);
    if (mine !== turn) return;
    // The shown page may request the next one immediately.
    isPaging = false;
    if (answer === null || spanNow()[end] !== edge) return;
    const put = end === 'from' ? shiftSpan : setSpan;
    put((span) => joined(span, answer, end));
  }

  return {
    older(): void {
      const { from } = spanNow();
      if (isPaging || from === null) return;
      setSpan(trim('to', LARGEST - PAGE));
      void page(read.older(from), 'from');
    },
    newer(): void {
      const { to } = spanNow();
      if (isPaging || to === null) return;
      shiftSpan(trim('from', LARGEST - PAGE));
      void page(read.newer(to), 'to');
    },
    /** Drops the oldest while the reader is at the newest. */
    trimOldest: () => shiftSpan(trim('from', LARGEST)),
    /** Another part of the conversation is shown. */
    stop(): void {
      turn += 1;
      isPaging = false;
    },
  };
}
