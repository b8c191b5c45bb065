import { useRef } from 'react';
import { useWalk } from '../keys/use-walk.ts';
import { dayName } from '../look/clock.ts';
import { Pulse, Search } from '../look/icons.tsx';
import { Older } from '../look/older.tsx';
import { Empty } from '../look/parts.tsx';
import { FeedRow } from './feed-row.tsx';
import { gathered } from './merge.ts';
import { useFeed } from './use-feed.ts';
import type { Narrowed } from './use-narrowing.ts';

/** Events by day, newest first. */
export function Feed({ kind, channel }: Narrowed) {
  const feed = useFeed({ kind, channel });
  const { rows, error, hasNextPage } = feed;
  const list = useRef<HTMLDivElement>(null);
  useWalk('Activity', list, '.feed-link');
  if (error) {
    return (
      <p className="refusal" role="alert">
        Couldn't load activity: {error.message}
      </p>
    );
  }
  if (!rows) return <FeedSkeleton />;
  if (rows.length === 0 && !hasNextPage)
    return <None isNarrowed={kind !== null || channel !== ''} />;
  const byDay = Map.groupBy(gathered(rows), ({ at }) => new Date(at).toDateString());
  return (
    <div ref={list} className="feed">
      {[...byDay].map(([day, happenings]) => (
        <section key={day}>
          <h2 className="feed-day">{dayName(day)}</h2>
          <ul>
            {happenings.map((one) => (
              <FeedRow key={one.place} happening={one} />
            ))}
          </ul>
        </section>
      ))}
      <Older pages={feed} className="feed-more" />
    </div>
  );
}

const None = ({ isNarrowed }: { isNarrowed: boolean }) =>
  isNarrowed ? (
    <Empty title="No matching activity" icon={<Search size={28} />}>
      Try another kind or channel.
    </Empty>
  ) : (
    <Empty title="No activity yet" icon={<Pulse size={28} />}>
      Answers, expired or withdrawn questions and changes to the inbox appear here.
    </Empty>
  );

const FeedSkeleton = () => (
  <div aria-hidden="true" className="feed">
    {[320, 260, 380, 300].map((width) => (
      <div key={width} className="feed-row">
        <span />
        <span />
        <span className="skeleton" style={{ width }} />
      </div>
    ))}
  </div>
);
