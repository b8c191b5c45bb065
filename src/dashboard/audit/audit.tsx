import { ActivityHead } from '../activity/head.tsx';
import { useMe } from '../data/session.ts';
import { Lock } from '../look/icons.tsx';
import { Empty } from '../look/parts.tsx';
import { AuditList } from './list.tsx';
import { Narrowing } from './narrowing.tsx';
import { useFilter } from './use-filter.ts';

/** The audit log, for owners. */
export default function AuditPage() {
  const isOwner = useMe().role === 'owner';
  return (
    <div className="page audit">
      <ActivityHead here="Audit" />
      {isOwner ? (
        <Log />
      ) : (
        <Empty title="Only owners can see the audit log" icon={<Lock size={32} />} />
      )}
    </div>
  );
}

function Log() {
  const narrow = useFilter();
  return (
    <>
      <Narrowing {...narrow} />
      <AuditList {...narrow} />
    </>
  );
}
