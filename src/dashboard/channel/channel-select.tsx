import { NativeSelect } from '@mantine/core';
import { useChannels } from '../data/channels.ts';

/** Selects one channel, or all (''). */
export function ChannelSelect(props: { value: string; onChange: (id: string) => void }) {
  const { value, onChange } = props;
  const channels = useChannels().data ?? [];
  return (
    <NativeSelect
      aria-label="Channel"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'All channels' },
        ...channels.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
