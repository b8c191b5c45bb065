import { Button } from '@mantine/core';
import { Link } from 'wouter';
import type { Delivery } from '../../core/webhooks/schema.ts';
import { useRetry } from '../data/deliveries.ts';
import { Ago } from '../look/ago.tsx';
import { Foldout } from '../look/foldout.tsx';
import { AttemptList } from './attempts.tsx';
import { hostOf } from './host.ts';
import { DeliveryMark } from './mark.tsx';

type Props = { delivery: Delivery; channelName: string | null };

/** The subject of a delivery, by event. */
const words: Record<string, string> = {
  'review:responded': 'Answer',
  'message:created': 'Message',
  'review:expired': 'Expired',
  'review:withdrawn': 'Withdrawn',
  'webhook:test': 'Test',
};

/** A delivery in one line, with its attempts when opened. */
export function DeliveryRow({ delivery, channelName }: Props) {
  const { event, title, url, createdAt, attempts } = delivery;
  const line = (
    <>
      <DeliveryMark delivery={delivery} />
      <span className="delivery-what">
        <span className="delivery-event">{words[event] ?? event}</span>
        {title !== null && <bdi className="delivery-title cut">{title}</bdi>}
      </span>
      <span className="delivery-where cut">
        {channelName !== null && <span>{channelName}</span>} {hostOf(url)}
      </span>
      <span className="meta delivery-tries">
        {attempts.length > 1 ? `${attempts.length} attempts` : ''}
      </span>
      <span className="meta delivery-when foldout-when">
        <Ago at={createdAt} />
      </span>
    </>
  );
  return (
    <Foldout className="delivery" line={line}>
      <Details delivery={delivery} />
    </Foldout>
  );
}

function Details({ delivery }: { delivery: Delivery }) {
  const { url, event, messageId, channelId, attempts, nextAttemptAt, status } = delivery;
  const retry = useRetry();
  const mayRetry = messageId !== null && status !== 'delivered' && attempts.length > 0;
  return (
    <>
      <p className="delivery-url">
        <code>{event}</code> to <code>{url}</code>
      </p>
      {attempts.length === 0 && <p className="meta">Not attempted yet</p>}
      <AttemptList attempts={attempts} />
      {nextAttemptAt && status === 'pending' && attempts.length > 0 && (
        <p className="meta">
          Next attempt <Ago at={nextAttemptAt} />
        </p>
      )}
      {retry.refusal && <p className="refusal">{retry.refusal}</p>}
      <div className="buttons buttons-start">
        {mayRetry && (
          <Button size="xs" loading={retry.isPending} onClick={() => retry.send(messageId)}>
            Retry now
          </Button>
        )}
        {messageId === null ? (
          <span className="meta">Test event, sent from the settings</span>
        ) : (
          <Link
            href={
              event.startsWith('review:') ? `/m/${messageId}` : `/c/${channelId}?m=${messageId}`
            }
          >
            View message
          </Link>
        )}
      </div>
    </>
  );
}
