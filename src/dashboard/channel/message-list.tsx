import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { ArrowDown } from '../look/icons.tsx';
import type { Conversation, Held } from './conversation.ts';
import { MessageRow, type RowContext } from './message-row.tsx';
import type { Row } from './rows.ts';
import { useHand } from './use-hand.ts';
import { useNewest } from './use-newest.ts';
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
  const { isAtEnd, look, stick, upward } = useNewest(conversation, scroller, isAtNewest, isHeld);
  const { picked, pick } = usePicked(rows, list);
  const newest = span.messages.at(-1)?.id;

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
        {...upward}
        {...hand}
      >
        <Top name={name} hasOlder={span.from !== null} />
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
        <ToNewest count={Math.max(unseen, waiting)} onClick={onNewest} />
      )}
    </div>
  );
}

const ToNewest = ({ count, onClick }: { count: number; onClick: () => void }) => (
  <button type="button" className="channel-newest" onClick={onClick}>
    <ArrowDown size={14} />
    {count > 0 ? `${count} new` : 'Newest'}
    <span className="unseen"> — jump to the newest message</span>
  </button>
);

const rowsAt = (rows: readonly Row[], id: string | null) =>
  rows.findIndex(({ message }) => message.id === id);

const Top = ({ name, hasOlder }: { name: string; hasOlder: boolean }) => (
  <div className="channel-top">
    {hasOlder ? (
      <span className="skeleton channel-top-skeleton" />
    ) : (
      <p className="meta">This is where {name} begins.</p>
    )}
  </div>
);
