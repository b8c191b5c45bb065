import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { dayName } from '../look/clock.ts';
import { Search } from '../look/icons.tsx';
import { Older } from '../look/older.tsx';
import { Empty } from '../look/parts.tsx';
import { EndedRow, RetractedRow } from './ended-row.tsx';
import { timeOf, type useEnded } from './use-ended.ts';
import type { End, Narrow } from './use-filter.ts';

type Props = {
  narrow: Narrow;
  list: ReturnType<typeof useEnded>;
  pathTo: (id: string) => string;
};

/** Questions grouped by the day on which they ended. */
export function EndedList({ narrow, list, pathTo }: Props) {
  const { data, error, rows, chosen, isPlaceholderData } = list;
  const days = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one chosen is another row to show
  useEffect(() => {
    days.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id]);
  if (error && (!data || isPlaceholderData)) return <Unread list={list} message={error.message} />;
  if (!data) return <RowsSkeleton />;
  if (rows.length === 0) return <None narrow={narrow} />;
  const byDay = Map.groupBy(rows, (one) => new Date(timeOf(one)).toDateString());
  return (
    <div ref={days} className="answered-list" data-late={isPlaceholderData || undefined}>
      {[...byDay].map(([day, ended]) => (
        <section key={day}>
          <h2 className="answered-day">{dayName(day)}</h2>
          <ul>
            {ended.map((one) => {
              const props = { isChosen: one === chosen, href: pathTo(one.id) };
              return 'at' in one ? (
                <RetractedRow key={one.id} ended={one} {...props} />
              ) : (
                <EndedRow key={one.id} ended={one} {...props} />
              );
            })}
          </ul>
        </section>
      ))}
      <Older pages={list} className="answered-more" />
    </div>
  );
}

function None({ narrow: { end, isNarrowed, clear } }: Pick<Props, 'narrow'>) {
  if (isNarrowed) {
    return (
      <Empty title={`No matching ${endWords[end]} questions`} icon={<Search size={28} />}>
        <Button variant="default" onClick={clear}>
          Clear search and filters
        </Button>
      </Empty>
    );
  }
  return nothing[end];
}

const endWords = { completed: 'answered', expired: 'expired', withdrawn: 'withdrawn' };

const nothing: Record<End, ReactNode> = {
  completed: <Empty title="Nothing answered yet">Answered questions appear here.</Empty>,
  expired: <Empty title="Nothing has expired">Every question so far was answered in time.</Empty>,
  withdrawn: (
    <Empty title="Nothing was withdrawn">
      Questions appear here that their agents no longer ask, because they were answered elsewhere.
    </Empty>
  ),
};

const Unread = ({ list, message }: { list: Props['list']; message: string }) => (
  <div className="answered-unread">
    <p className="refusal" role="alert">
      Couldn't load answered questions: {message}
    </p>
    <Button variant="default" loading={list.isFetching} onClick={() => void list.refetch()}>
      Try again
    </Button>
  </div>
);

const RowsSkeleton = () => (
  <div className="answered-list" aria-hidden="true">
    {[70, 50, 62].map((width) => (
      <div key={width} className="answered-row">
        <span className="skeleton" style={{ width: `${width}%` }} />
      </div>
    ))}
  </div>
);
