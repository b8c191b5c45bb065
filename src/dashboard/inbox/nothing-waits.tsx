import { Link } from 'wouter';
import { PageTitle } from '../app/page-title.tsx';
import { Check } from '../look/icons.tsx';
import { Empty } from '../look/parts.tsx';
import { OAuthCards } from '../oauth/cards.tsx';

/** The inbox when all is answered. */
export const NothingWaits = () => (
  <div className="inbox-empty">
    <PageTitle>Inbox</PageTitle>
    <h1 className="inbox-heading">Waiting for you</h1>
    <OAuthCards />
    <Empty title="Nothing waits for you" icon={<Check size={32} />}>
      An agent that asks appears here at once. <Link href="/answered">See what was answered</Link>
    </Empty>
  </div>
);
