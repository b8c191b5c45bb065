import { Link } from 'wouter';
import { EndTabs } from '../app/bottom-bar.tsx';
import { Jump } from '../app/jump.tsx';
import { PageTitle } from '../app/page-title.tsx';
import { useChannels } from '../data/channels.ts';
import { useMe } from '../data/session.ts';
import { Check } from '../look/icons.tsx';
import { lazyPreloadable } from '../look/lazy.tsx';
import { Empty } from '../look/parts.tsx';
import { OAuthCards } from '../oauth/cards.tsx';
import { useAllUnsent } from '../outbox/context.ts';
import { answeredToday } from '../outbox/shelf.ts';
import { Trace } from '../outbox/trace.tsx';

/** Loaded only for an inbox that no agent has called yet. */
const ConnectCommand = lazyPreloadable(() => import('../agents/connect-command.tsx'));

/** The inbox without pending questions. */
export function NothingWaits() {
  const { id, role } = useMe();
  const count = answeredToday(id);
  const channels = useChannels().data;
  const isNew = role === 'owner' && channels?.every(({ lastActiveAt }) => lastActiveAt === null);
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
      {isNew ? (
        <FirstAgent />
      ) : (
        <Empty title="You're all caught up" icon={<Check size={32} />}>
          {count > 0 && `${count} answered today. `}New questions appear here automatically.{' '}
          <Link href="/answered">View answered questions</Link>
        </Empty>
      )}
    </div>
  );
}

const FirstAgent = () => (
  <div className="connect-first">
    <h2>Connect your first agent</h2>
    <p className="soft">
      Its questions appear here. For a program of your own,{' '}
      <Link href="/settings/keys/new">create an API key</Link>.
    </p>
    <ConnectCommand />
  </div>
);
