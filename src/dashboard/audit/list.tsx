import { useAudit } from '../data/audit.ts';
import { FoldoutsSkeleton } from '../look/foldout.tsx';
import { Search } from '../look/icons.tsx';
import { Older } from '../look/older.tsx';
import { Empty } from '../look/parts.tsx';
import { EntryRow } from './row.tsx';
import type { Narrow } from './use-filter.ts';

/** The matching entries, newest first. */
export function AuditList({ filter, isNarrowed, set }: Narrow) {
  const audit = useAudit(filter);
  const { data, error, hasNextPage } = audit;
  const entries = data?.pages.flatMap((page) =>
    page.data.map((entry) => ({ entry, around: page })),
  );
  return (
    <>
      {error && !entries && (
        <p className="refusal" role="alert">
          Couldn't load the audit log: {error.message}
        </p>
      )}
      {!entries && !error && <FoldoutsSkeleton widths={[260, 320, 220, 300, 240]} />}
      {entries?.length === 0 && !hasNextPage && <None isNarrowed={isNarrowed} />}
      <ul className="foldouts">
        {entries?.map(({ entry, around }) => (
          <EntryRow key={entry.seq} entry={entry} around={around} set={set} />
        ))}
      </ul>
      <Older pages={audit} className="audit-more" />
    </>
  );
}

const None = ({ isNarrowed }: { isNarrowed: boolean }) =>
  isNarrowed ? (
    <Empty title="No matching entries" icon={<Search size={28} />}>
      Try other filters, or clear them.
    </Empty>
  ) : (
    <Empty title="Nothing recorded yet" icon={<Search size={28} />}>
      Answers, logins, and changes to keys, people, channels and settings are recorded here.
    </Empty>
  );
