import { useEffect, useRef } from 'react';
import { dayName } from '../look/clock.ts';
import { Older } from '../look/older.tsx';
import { Empty } from '../look/parts.tsx';
import { EndedRow, RetractedRow } from './ended-row.tsx';
import { type End, timeOf, type useEnded } from './use-ended.ts';

type Props = { end: End; list: ReturnType<typeof useEnded>; pathTo: (id: string) => string };

/** The questions by the day on which they ended. */
export function EndedList({ end, list, pathTo }: Props) {
  const { data, rows, chosen } = list;
  const days = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one chosen is another row to show
  useEffect(() => {
    days.current?.querySelector('[data-open]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id]);
  if (!data) return <RowsSkeleton />;
  if (rows.length === 0) return <None end={end} />;
  const byDay = Map.groupBy(rows, (one) => new Date(timeOf(one)).toDateString());
  return (
    <div ref={days}>
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

const None = ({ end }: { end: End }) =>
  end === 'completed' ? (
    <Empty title="Nothing answered yet">What you and others decide is kept here.</Empty>
  ) : (
    <Empty title="Nothing has expired">Each question was answered in time.</Empty>
  );

const RowsSkeleton = () => (
  <div aria-hidden="true">
    {[70, 50, 62].map((width) => (
      <div key={width} className="answered-row">
        <span className="skeleton" style={{ width: `${width}%` }} />
      </div>
    ))}
  </div>
);
