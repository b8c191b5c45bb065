import { SegmentedControl } from '@mantine/core';
import { useRef } from 'react';
import { useSearchParams } from 'wouter';
import { ChannelSelect } from '../channel/channel-select.tsx';
import { useChannels } from '../data/channels.ts';
import { useDeliveries } from '../data/deliveries.ts';
import { usePausedWebhooks } from '../data/failing.ts';
import { useWalk } from '../keys/use-walk.ts';
import { FoldoutsSkeleton } from '../look/foldout.tsx';
import { Hook } from '../look/icons.tsx';
import { Older } from '../look/older.tsx';
import { Empty } from '../look/parts.tsx';
import { withParam } from '../look/with-param.ts';
import { PausedLine } from '../webhooks/paused-line.tsx';
import { DeliveryRow } from './delivery-row.tsx';

const choices = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'Pending' },
  { value: 'delivered', label: 'Delivered' },
] as const;
type Shown = (typeof choices)[number]['value'];

/** The webhook deliveries of one channel or all; the filters are in the URL. */
export function DeliveryLog({ channel: only }: { channel?: string }) {
  const [params, setParams] = useSearchParams();
  const shown = choices.find(({ value }) => value === params.get('status'))?.value ?? 'all';
  const channel = only ?? params.get('channel') ?? '';
  const set = (name: 'status' | 'channel', value: string) =>
    setParams((now) => withParam(now, name, value), { replace: true });
  return (
    <div className="deliveries">
      <div className="filters">
        <SegmentedControl
          value={shown}
          onChange={(value) => set('status', value === 'all' ? '' : value)}
          data={[...choices]}
          size="sm"
          aria-label="Delivery status"
        />
        {only === undefined && (
          <ChannelSelect value={channel} onChange={(id) => set('channel', id)} />
        )}
      </div>
      {channel === '' && shown !== 'delivered' && <PausedLines />}
      <List shown={shown} channel={channel} />
    </div>
  );
}

/** Shows a paused webhook's unsent deliveries as one line, except in its own channel. */
function PausedLines() {
  const paused = usePausedWebhooks();
  const channels = useChannels().data ?? [];
  if (paused.length === 0) return null;
  return (
    <ul className="paused-lines" aria-label="Paused webhooks">
      {paused.map((webhook) => {
        const name = channels.find(({ id }) => id === webhook.channelId)?.name ?? '';
        return (
          <li key={webhook.channelId}>
            <PausedLine webhook={webhook} name={name} action="Retry all" />
          </li>
        );
      })}
    </ul>
  );
}

function List({ shown, channel }: { shown: Shown; channel: string }) {
  const log = useDeliveries({
    ...(channel === '' ? { paused: 'omit' } : { channel }),
    ...(shown === 'all' ? {} : { status: shown }),
  });
  const { data, error } = log;
  const channels = useChannels().data ?? [];
  const list = useRef<HTMLUListElement>(null);
  useWalk('Deliveries', list, '.foldout-line');
  const deliveries = data?.pages.flat();
  const nameOf = (id: string) => channels.find((one) => one.id === id)?.name ?? null;
  return (
    <>
      {error && !deliveries && (
        <p className="refusal" role="alert">
          Couldn't load deliveries: {error.message}
        </p>
      )}
      {!deliveries && !error && <FoldoutsSkeleton widths={[220, 300, 260, 240]} />}
      {deliveries?.length === 0 && <None isNarrowed={shown !== 'all' || channel !== ''} />}
      <ul className="foldouts" ref={list}>
        {deliveries?.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            channelName={channel === '' ? nameOf(delivery.channelId) : null}
          />
        ))}
      </ul>
      <Older pages={log} />
    </>
  );
}

const None = ({ isNarrowed }: { isNarrowed: boolean }) =>
  isNarrowed ? (
    <p className="soft deliveries-none">No matching deliveries</p>
  ) : (
    <Empty title="No deliveries yet" icon={<Hook size={28} />}>
      Once a channel has a webhook, the events sent to it are listed here.
    </Empty>
  );
