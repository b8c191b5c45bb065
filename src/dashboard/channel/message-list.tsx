import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { ArrowDown } from '../look/icons.tsx';
import type { Conversation, Held } from './conversation.ts';
import { MessageRow, type RowContext } from './message-row.tsx';
import type { Row } from './rows.ts';
import { useHand } from './use-hand.ts';
import { usePicked } from './use-picked.ts';

type Props = {
  name: string;
  conversation: Conversation;
  held: Held;
  rows: readonly Row[];
  context: RowContext;
  isAtNewest: RefObject<boolean>;
  onSeen: (id: string) => void;
  onNewest: () => void;
};

/**
 * Within this distance of an end, the next page is loaded; within this distance of the last line,
 * the reader is at the newest message.
 */
const NEAR_PX = 3000;
const AT_END_PX = 32;
const KEYS_UP = ['ArrowUp', 'PageUp', 'Home'];
/** The beginning of the list, above its first message. */
const TOP_PX = 72;

/** The conversation, of which only the part near the viewport is rendered. */
export function MessageList(props: Props) {
  const { name, conversation, held, context, isAtNewest, onSeen, onNewest } = props;
  /** Whether a pointer is over a question: nothing moves then. */
  const isHeld = useRef(false);
  const { shown: rows, held: waiting, release, hand } = useHand(props.rows, isHeld);
  const { span, anchor, isShift, unseen } = held;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const { picked, pick } = usePicked(rows, list);
  const newest = span.messages.at(-1)?.id;

  const last = useRef({ top: 0, height: 0 });

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const { scrollTop: top, scrollHeight: height, clientHeight } = element;
    const below = height - clientHeight - top;
    const isUp = top < last.current.top && height === last.current.height;
    last.current = { top, height };
    const { from, to } = conversation.store.get().span;
    if (to !== null || (isUp && below >= AT_END_PX)) {
      isAtNewest.current = false;
    } else if (below < AT_END_PX) isAtNewest.current = true;
    setIsAtEnd(isAtNewest.current);
    if (isAtNewest.current) conversation.count(null);
    if (from !== null && top < NEAR_PX) conversation.older();
    else if (to !== null && below < NEAR_PX) conversation.newer();
  }, [conversation, isAtNewest]);

  const stick = useCallback(() => {
    const element = scroller.current;
    if (element && isAtNewest.current && !isHeld.current) element.scrollTop = element.scrollHeight;
  }, [isAtNewest]);

  /** On an upward user scroll, cancel stick-to-bottom and any running scroll-to-end. */
  const letGo = () => {
    if (!isAtNewest.current) return;
    isAtNewest.current = false;
    // There may be nothing to scroll.
    requestAnimationFrame(look);
  };

  // Before paint, whatever grows: a draft, or a message rendered for the first time.
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const sizes = new ResizeObserver(stick);
    // The list sets its height before its ResizeObserver fires, which would be a frame later.
    const heights = new MutationObserver(stick);
    sizes.observe(element);
    for (const part of element.children) {
      sizes.observe(part);
      heights.observe(part, { attributes: true, attributeFilter: ['style'] });
    }
    return () => {
      sizes.disconnect();
      heights.disconnect();
    };
  }, [stick]);

  // The first showing, and each jump.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a jump is made once
  useLayoutEffect(() => {
    isAtNewest.current = anchor.id === null;
    isHeld.current = false;
    release();
    stick();
    if (anchor.id === null) return;
    list.current?.scrollToIndex(rowsAt(rows, anchor.id), { align: 'center' });
    pick(anchor.id);
  }, [anchor]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when there are other rows
  useLayoutEffect(stick, [stick, rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when there is more or less to see
  useEffect(() => {
    look();
    if (isAtNewest.current) conversation.trimOldest();
    if (isAtNewest.current && waiting === 0 && newest !== undefined) onSeen(newest);
  }, [look, conversation, isAtNewest, newest, span, isAtEnd, onSeen, waiting]);

  return (
    <div className="channel-list">
      <div
        ref={scroller}
        className="channel-scroller"
        role="log"
        aria-label={`Messages of ${name}`}
        // Messages scrolled to are not announced.
        aria-live={isAtEnd ? 'polite' : 'off'}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys too
        tabIndex={0}
        onWheel={({ deltaY }) => deltaY < 0 && letGo()}
        onTouchMove={letGo}
        onKeyDown={({ key }) => KEYS_UP.includes(key) && letGo()}
        {...hand}
      >
        <div className="channel-top">
          <Top name={name} hasOlder={span.from !== null} />
        </div>
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          data={rows}
          shift={isShift}
          startMargin={TOP_PX}
          bufferSize={400}
          keepMounted={picked === null ? [] : [rowsAt(rows, picked)].filter((at) => at >= 0)}
          onScroll={look}
        >
          {(row) => (
            <MessageRow
              key={row.key}
              row={row}
              context={context}
              isPicked={row.message.id === picked}
            />
          )}
        </Virtualizer>
        <div className="channel-bottom" />
      </div>
      {(!isAtEnd || waiting > 0) && (
        <button type="button" className="channel-newest" onClick={onNewest}>
          <ArrowDown size={14} />
          {unseen + waiting > 0 ? `${Math.max(unseen, waiting)} new` : 'Newest'}
          <span className="unseen"> — jump to the newest message</span>
        </button>
      )}
    </div>
  );
}

const rowsAt = (rows: readonly Row[], id: string | null) =>
  rows.findIndex(({ message }) => message.id === id);

const Top = ({ name, hasOlder }: { name: string; hasOlder: boolean }) =>
  hasOlder ? (
    <span className="skeleton channel-top-skeleton" />
  ) : (
    <p className="meta">This is where {name} begins.</p>
  );
