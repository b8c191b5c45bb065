import { Link } from 'wouter';
import { Jump } from '../app/jump.tsx';
import { PageTitle } from '../app/page-title.tsx';
import { useMe } from '../data/session.ts';

const tabs = [
  { path: '/activity', label: 'Recent', title: 'Activity' },
  { path: '/activity/agents', label: 'Agents', title: 'Agents' },
  { path: '/activity/deliveries', label: 'Deliveries', title: 'Deliveries' },
  { path: '/activity/audit', label: 'Audit', title: 'Audit' },
] as const;

/** The title, and tabs for what happened, agents, deliveries and, for owners, the audit log. */
export function ActivityHead({ here }: { here: (typeof tabs)[number]['label'] }) {
  const isOwner = useMe().role === 'owner';
  const shown = tabs.filter(({ label }) => isOwner || label !== 'Audit');
  return (
    <header className="activity-head">
      <PageTitle>{tabs.find(({ label }) => label === here)?.title ?? 'Activity'}</PageTitle>
      <h1>Activity</h1>
      <Jump />
      <nav className="activity-tabs" aria-label="Activity">
        {shown.map(({ path, label }) => (
          <Link key={path} href={path} aria-current={label === here ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </header>
  );
}
