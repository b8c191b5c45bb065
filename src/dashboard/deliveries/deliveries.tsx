import { ActivityHead } from '../activity/head.tsx';
import { DeliveryLog } from './delivery-log.tsx';

/** What was posted to webhooks. */
export default function DeliveriesPage() {
  return (
    <div className="page activity">
      <ActivityHead here="Deliveries" />
      <DeliveryLog />
    </div>
  );
}
