import { Button } from '@mantine/core';
import { useRef } from 'react';
import type { PendingMessage } from '../../core/messages/schema.ts';
import { EndTabs } from '../app/bottom-bar.tsx';
import { Jump } from '../app/jump.tsx';
import { usePendingCount, useUnreadCount } from '../data/reviews.ts';
import { Boxes } from '../look/icons.tsx';
import { lazyPreloadable } from '../look/lazy.tsx';
import { OAuthCards } from '../oauth/cards.tsx';
import type { Marks } from './bulk/use-marks.ts';
import { Filters, Order, type SearchProps } from './filters.tsx';
import { useKeptScroll } from './kept-scroll.ts';
import { ListEnd } from './list-end.tsx';
import { QuestionRow } from './question-row.tsx';
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
  /** Whether more are loading. */
  isReading: boolean;
  /** The end of the loaded part is near. */
  onEnd: () => void;
};

export function QuestionList(props: Props) {
  const { pending, isEmpty, count, openId, narrow, search, held, isReading, onEnd } = props;
  const { marks, onBulk } = props;
  const marked = new Set(marks.marked.map(({ id }) => id));
  const rows = useRef<HTMLUListElement>(null);
  useKeptScroll(rows, pending !== undefined && openId === undefined);
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
      <ul ref={rows} className="inbox-rows" data-selecting={marks.isSelecting || undefined}>
        {pending?.map((message) => (
          <QuestionRow
            key={message.id}
            message={message}
            isOpen={message.id === openId}
            query={narrow.query}
            byAge={narrow.filter.order !== undefined}
            isMarked={marks.isSelecting ? marked.has(message.id) : null}
            onMark={marks.toggle}
          />
        ))}
        {pending && <ListEnd key={`${pending.length} ${isReading}`} onNear={onEnd} />}
      </ul>
      {marks.isSelecting && <BulkBar marks={marks} onAnswered={onBulk} />}
    </section>
  );
}

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
