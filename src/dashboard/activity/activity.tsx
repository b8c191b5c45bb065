import { useLocation } from 'wouter';
import { DeliveryLog } from '../deliveries/delivery-log.tsx';
import { Agents } from './agents.tsx';
import { Feed } from './feed.tsx';
import { ActivityHead } from './head.tsx';
import { Narrowing } from './narrowing.tsx';
import { useNarrowing } from './use-narrowing.ts';

/** The page of events, the state of the agents, and webhook deliveries. */
export default function ActivityPage() {
  const [path] = useLocation();
  if (path === '/activity/agents') return <AgentsPage />;
  return path === '/activity/deliveries' ? <DeliveriesPage /> : <Recent />;
}

const AgentsPage = () => (
  <div className="page activity">
    <ActivityHead here="Agents" />
    <Agents />
  </div>
);

const DeliveriesPage = () => (
  <div className="page activity">
    <ActivityHead here="Deliveries" />
    <DeliveryLog />
  </div>
);

function Recent() {
  const narrowing = useNarrowing();
  return (
    <div className="page activity">
      <ActivityHead here="Recent" />
      <Narrowing {...narrowing} />
      <Feed key={`${narrowing.kind} ${narrowing.channel}`} {...narrowing} />
    </div>
  );
}
