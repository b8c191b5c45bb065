import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useChannels } from '../data/channels.ts';
import { useDeliveries } from '../data/deliveries.ts';
import type { DeliveryFilter } from '../data/query-keys.ts';
import { FoldoutsSkeleton } from '../look/foldout.tsx';
import { Hook } from '../look/icons.tsx';
import { Older } from '../look/older.tsx';
import { Empty } from '../look/parts.tsx';
import { DeliveryRow } from './delivery-row.tsx';

type Shown = NonNullable<DeliveryFilter['status']> | 'all';
const choices: { value: Shown; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'pending', label: 'On its way' },
  { value: 'delivered', label: 'Delivered' },
];

/** The webhooks that went out, of one channel or of all. */
export function DeliveryLog({ channel }: { channel?: string }) {
  const [shown, setShown] = useState<Shown>('all');
  const filter = {
    ...(channel === undefined ? {} : { channel }),
    ...(shown === 'all' ? {} : { status: shown }),
  };
  const log = useDeliveries(filter);
  const { data, error } = log;
  const channels = useChannels().data ?? [];
  const deliveries = data?.pages.flat();
  const nameOf = (id: string) => channels.find((one) => one.id === id)?.name ?? null;
  return (
    <div className="deliveries">
      <SegmentedControl
        value={shown}
        onChange={setShown}
        data={choices}
        size="sm"
        aria-label="Which deliveries"
      />
      {error && !deliveries && (
        <p className="refusal" role="alert">
          The deliveries cannot be shown now: {error.message}
        </p>
      )}
      {!deliveries && !error && <FoldoutsSkeleton widths={[220, 300, 260, 240]} />}
      {deliveries?.length === 0 && <None shown={shown} />}
      <ul className="foldouts">
        {deliveries?.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            channelName={channel === undefined ? nameOf(delivery.channelId) : null}
          />
        ))}
      </ul>
      <Older pages={log} />
    </div>
  );
}

const None = ({ shown }: { shown: Shown }) =>
  shown === 'all' ? (
    <Empty title="Nothing was posted yet" icon={<Hook size={28} />}>
      With a webhook set, answers and what people write are posted to it and listed here.
    </Empty>
  ) : (
    <p className="soft deliveries-none">None at present</p>
  );
