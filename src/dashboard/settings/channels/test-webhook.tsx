import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Agent } from '../../../core/channels/schema.ts';
import { useDelivery } from '../../data/deliveries.ts';
import { useTestWebhook } from '../../data/webhooks.ts';
import { AttemptList } from '../../deliveries/attempts.tsx';
import { DeliveryMark } from '../../deliveries/mark.tsx';
import { Refusal } from '../parts.tsx';
import { RemoveWebhook } from './remove-webhook.tsx';

type Props = { channel: Agent; isChanged: boolean };

/** Posts a test and shows its outcome. */
export function TestWebhook({ channel, isChanged }: Props) {
  const saving = useTestWebhook(channel.id);
  const [sentId, setSentId] = useState<string | null>(null);
  return (
    <div className="webhook-test">
      <div className="webhook-test-row">
        <Button
          variant="default"
          onClick={() => saving.send(undefined, ({ id }) => setSentId(id))}
          loading={saving.isPending}
          disabled={isChanged}
        >
          Send test event
        </Button>
        <span className="meta">
          {isChanged ? 'Save the webhook first' : 'Sends webhook:test to the saved URL'}
        </span>
        <RemoveWebhook channel={channel} />
      </div>
      <Refusal>{saving.refusal ?? saving.errors.id ?? null}</Refusal>
      <div role="status">{sentId !== null && <Outcome id={sentId} />}</div>
    </div>
  );
}

function Outcome({ id }: { id: string }) {
  const { data: delivery, error } = useDelivery(id);
  if (error) return <p className="refusal">{error.message}</p>;
  if (!delivery || delivery.status === 'pending') return <p className="meta">Sending…</p>;
  return (
    <div className="webhook-outcome">
      <DeliveryMark delivery={delivery} />
      <AttemptList attempts={delivery.attempts} />
    </div>
  );
}
