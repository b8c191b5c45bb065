import type { Delivery } from '../../core/webhooks/schema.ts';
import { Check, Cross, Wait } from '../look/icons.tsx';

const looks = {
  delivered: { Icon: Check, word: 'Delivered' },
  failed: { Icon: Cross, word: 'Failed' },
  pending: { Icon: Wait, word: 'Pending' },
} as const;

/** The state of a delivery: an icon, a colour and a word. */
export function DeliveryMark({ delivery: { status, attempts } }: { delivery: Delivery }) {
  const { Icon, word: plain } = looks[status];
  const word = status === 'pending' && attempts.length > 0 ? 'Retrying' : plain;
  return (
    <span className="delivery-mark" data-status={status}>
      <Icon size={16} /> {word}
    </span>
  );
}
