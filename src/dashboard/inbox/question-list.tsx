import { Button } from '@mantine/core';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { PendingMessage } from '../../core/messages/schema.ts';
import { EndTabs } from '../app/bottom-bar.tsx';
import { Jump } from '../app/jump.tsx';
import { usePendingCount, useUnreadCount } from '../data/reviews.ts';
import { Boxes } from '../look/icons.tsx';
import { lazyPreloadable } from '../look/lazy.tsx';
import { OAuthCards } from '../oauth/cards.tsx';
import type { Marks } from './bulk/use-marks.ts';
import { Filters, Order, type SearchProps } from './filters.tsx';
import { QuestionRow } from './question-row.tsx';
import { useDrawn, useKeptScroll } from './use-drawn.ts';
import type { Narrow } from './use-narrow.ts';

const BulkBar = lazyPreloadable(() => import('./bulk/bulk-bar.tsx'));

type Props = {
  /** All, or the matches of the filter; undefined until loaded. */
  pending: PendingMessage[] | undefined;
  /** Questions that are held back until the pointer has left the list. */
  held: { held: number; hold: () => void; release: () => void };
  /** Whether there are none at all. */
  isEmpty: boolean;
  /** The total. */
  count: number;
  openId: string | undefined;
  narrow: Narrow;
  search: SearchProps;
  marks: Marks;
  /** The marked questions were answered. */
  onBulk: (ids: string[]) => void;
  /** The end of the loaded part is drawn. */
  onEnd: () => void;
};

export function QuestionList(props: Props) {
  const { pending, isEmpty, count, narrow, search, held, marks, onBulk } = props;
  return (
    <section
      className="inbox-list"
      aria-label="Questions"
      onPointerEnter={held.hold}
      onPointerLeave={held.release}
    >
      <EndTabs />
      <header className="inbox-bar">
        <h1 className="inbox-heading">Pending</h1>
        {pending && !isEmpty && (
          <>
            <Counted count={count} isNarrowed={narrow.isNarrowed} />
            <Select marks={marks} />
            <Order narrow={narrow} />
          </>
        )}
        <Jump />
      </header>
      {pending && !isEmpty && <Filters narrow={narrow} search={search} />}
      <OAuthCards />
      {!pending && <ListSkeleton />}
      {isEmpty && <h2 className="inbox-none">You're all caught up</h2>}
      {narrow.isNarrowed && !isEmpty && pending?.length === 0 && <NoMatch onClear={narrow.clear} />}
      {held.held > 0 && (
        <button type="button" className="inbox-held" onClick={held.release}>
          {held.held} more urgent · show
        </button>
      )}
      <Rows {...props} />
      {marks.isSelecting && <BulkBar marks={marks} onAnswered={onBulk} />}
    </section>
  );
}

/** The rows, of which those near the view are drawn. */
function Rows({ pending, count, openId, narrow, marks, onEnd }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [focusedId, setFocusedId] = useState<string>();
  const indexOf = (wanted: string | undefined) =>
    pending?.findIndex(({ id }) => id === wanted) ?? -1;
  useKeptScroll(list, pending !== undefined && openId === undefined);
  const { drawn, look, isAtEnd } = useDrawn(list, {
    count: pending?.length ?? 0,
    openAt: indexOf(openId),
    openId,
    // Without its row it would lose the focus.
    keptAt: indexOf(focusedId),
  });
  useEffect(() => {
    if (isAtEnd) onEnd();
  });
  const marked = new Set(marks.marked.map(({ id }) => id));
  return (
    <ul
      ref={list}
      className="inbox-rows"
      data-selecting={marks.isSelecting || undefined}
      onScroll={look}
    >
      {drawn.flatMap((at, place) => {
        const message = pending?.[at];
        if (!message) return [];
        return (
          <Fragment key={message.id}>
            <Skipped count={at - (drawn[place - 1] ?? -1) - 1} />
            <QuestionRow
              message={message}
              at={at}
              count={count}
              isOpen={message.id === openId}
              query={narrow.query}
              byAge={narrow.filter.order !== undefined}
              isMarked={marks.isSelecting ? marked.has(message.id) : null}
              onMark={marks.toggle}
              onFocus={setFocusedId}
            />
          </Fragment>
        );
      })}
      <Skipped count={(pending?.length ?? 0) - (drawn.at(-1) ?? -1) - 1} />
    </ul>
  );
}

/** The place of rows that are not drawn. */
const Skipped = ({ count }: { count: number }) =>
  count > 0 && <li aria-hidden="true" style={{ height: `calc(var(--list-row) * ${count})` }} />;

/** `24, 7 new`, or, for a filtered list, `5 of 24`. */
function Counted({ count, isNarrowed }: { count: number; isNarrowed: boolean }) {
  const all = usePendingCount();
  const unread = useUnreadCount();
  const words = unread > 0 ? `${all}, ${unread} new` : all;
  return <span className="meta cut">{isNarrowed ? `${count} of ${all}` : words}</span>;
}

const Select = ({ marks: { isSelecting, begin, clear } }: { marks: Marks }) => (
  <button
    type="button"
    className="chip inbox-select"
    aria-label="Select questions"
    title="Select questions"
    aria-pressed={isSelecting}
    onClick={isSelecting ? clear : begin}
  >
    <Boxes size={16} />
  </button>
);

const NoMatch = ({ onClear }: { onClear: () => void }) => (
  <div className="inbox-none" role="status">
    <p>No matching questions</p>
    <Button variant="default" size="xs" onClick={onClear}>
      Show all
    </Button>
  </div>
);

const ListSkeleton = () => (
  <div aria-hidden="true">
    {[70, 86, 58].map((width) => (
      <div key={width} className="inbox-row">
        <span className="skeleton" style={{ width: `${width}%` }} />
        <span className="skeleton" style={{ width: '40%' }} />
      </div>
    ))}
  </div>
);
