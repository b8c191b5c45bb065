import { Link } from 'wouter';
import { EndTabs } from '../app/bottom-bar.tsx';
import { Jump } from '../app/jump.tsx';
import { PageTitle } from '../app/page-title.tsx';
import { useMe } from '../data/session.ts';
import { Check } from '../look/icons.tsx';
import { Empty } from '../look/parts.tsx';
import { OAuthCards } from '../oauth/cards.tsx';
import { useAllUnsent } from '../outbox/context.ts';
import { answeredToday } from '../outbox/shelf.ts';
import { Trace } from '../outbox/trace.tsx';

/** The inbox without pending questions. */
export function NothingWaits() {
  const count = answeredToday(useMe().id);
  useAllUnsent();
  return (
    <div className="inbox-empty">
      <PageTitle>Inbox</PageTitle>
      <EndTabs />
      <header className="inbox-bar">
        <h1 className="inbox-heading">Pending</h1>
        <Jump />
      </header>
      <OAuthCards />
      <Trace />
      <Empty title="You're all caught up" icon={<Check size={32} />}>
        {count > 0 && `${count} answered today. `}New questions appear here automatically.{' '}
        <Link href="/answered">View answered questions</Link>
      </Empty>
    </div>
  );
}
