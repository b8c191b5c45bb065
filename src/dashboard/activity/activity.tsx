import { Feed } from './feed.tsx';
import { ActivityHead } from './head.tsx';
import { Narrowing } from './narrowing.tsx';
import { useNarrowing } from './use-narrowing.ts';

/** What happened: questions that ended and, for owners, what changed in the inbox. */
export default function ActivityPage() {
  const narrowing = useNarrowing();
  return (
    <div className="page activity">
      <ActivityHead here="Recent" />
      <Narrowing {...narrowing} />
      <Feed key={`${narrowing.kind} ${narrowing.channel}`} {...narrowing} />
    </div>
  );
}
