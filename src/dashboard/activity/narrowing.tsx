import { NativeSelect } from '@mantine/core';
import { ChannelSelect } from '../channel/channel-select.tsx';
import { useMe } from '../data/session.ts';
import { kindsFor } from './kinds.ts';
import type { useNarrowing } from './use-narrowing.ts';

export function Narrowing({ kind, channel, set }: ReturnType<typeof useNarrowing>) {
  const { role } = useMe();
  return (
    <div className="filters">
      <NativeSelect
        aria-label="Kind"
        value={kind ?? ''}
        onChange={({ currentTarget: { value } }) => set('kind', value)}
        data={[
          { value: '', label: 'Everything' },
          ...kindsFor(role).map(([value, { label }]) => ({ value, label })),
        ]}
      />
      <ChannelSelect value={channel} onChange={(id) => set('channel', id)} />
    </div>
  );
}
