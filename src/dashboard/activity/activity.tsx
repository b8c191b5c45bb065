import { DeliveryLog } from '../deliveries/delivery-log.tsx';
import { Agents } from './agents.tsx';
import { ActivityHead } from './head.tsx';

/** What agents are doing, and what went out to them. */
export default function ActivityPage() {
  return (
    <div className="page activity">
      <ActivityHead here="now" />
      <section aria-labelledby="activity-agents">
        <h2 id="activity-agents">Agents</h2>
        <Agents />
      </section>
      <section aria-labelledby="activity-deliveries">
        <h2 id="activity-deliveries">Deliveries</h2>
        <DeliveryLog />
      </section>
    </div>
  );
}
