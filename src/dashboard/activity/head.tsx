import { Link } from 'wouter';
import { Jump } from '../app/jump.tsx';
import { PageTitle } from '../app/page-title.tsx';
import { useMe } from '../data/session.ts';

const tabs = [
  { name: 'now', path: '/activity', label: 'Agents and deliveries' },
  { name: 'audit', path: '/activity/audit', label: 'Audit' },
] as const;

/** The title, and for owners the way between what happens and what was recorded. */
export function ActivityHead({ here }: { here: (typeof tabs)[number]['name'] }) {
  const isOwner = useMe().role === 'owner';
  return (
    <header className="activity-head">
      <PageTitle>{here === 'audit' ? 'Audit' : 'Activity'}</PageTitle>
      <h1>Activity</h1>
      {isOwner && (
        <nav className="activity-tabs" aria-label="Activity">
          {tabs.map(({ name, path, label }) => (
            <Link key={name} href={path} aria-current={name === here ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      <Jump />
    </header>
  );
}
