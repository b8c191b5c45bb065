import { Radio } from '@mantine/core';
import { useChannels } from '../data/channels.ts';
import { Several } from '../look/several.tsx';

type Channels = 'all' | string[];
type Props = {
  label: string;
  value: Channels;
  onChange: (value: Channels) => void;
  error?: string | undefined;
  /** The meaning of choosing none. */
  none: string;
  /** A reviewer's channels are always listed. */
  mayBeAll?: boolean;
};

/** All channels, or some of them. */
export function ChannelsField({ label, value, onChange, error, none, mayBeAll = true }: Props) {
  const channels = useChannels().data ?? [];
  const isAll = value === 'all';
  return (
    <div className="channels-field">
      {mayBeAll && (
        <Radio.Group
          label={label}
          value={isAll ? 'all' : 'some'}
          onChange={(chosen) => onChange(chosen === 'all' ? 'all' : [])}
        >
          <div className="channels-field-choice">
            <Radio value="all" label="All channels, including future ones" />
            <Radio value="some" label="Selected channels" />
          </div>
        </Radio.Group>
      )}
      {!isAll && (
        <Several
          {...(mayBeAll ? { 'aria-label': 'Channels' } : { label })}
          placeholder={value.length > 0 ? '' : 'Choose channels'}
          data={channels.map(({ id, name }) => ({ value: id, label: name }))}
          value={value}
          onChange={onChange}
          description={value.length > 0 ? null : none}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={error}
          nothingFoundMessage="No matching channels"
          clearButtonProps={{ 'aria-label': 'Clear channels' }}
        />
      )}
    </div>
  );
}

/** Names the channels in a few words. */
export function useChannelNames() {
  const channels = useChannels().data ?? [];
  const nameOf = (id: string) => channels.find((one) => one.id === id)?.name ?? 'a deleted channel';
  return {
    nameOf,
    /** `all channels`, `no channel`, `deploy-bot and billing-agent`, `deploy-bot and 7 more`. */
    namesOf(seen: Channels): string {
      if (seen === 'all') return 'all channels';
      const [first, second, ...rest] = seen.map(nameOf);
      if (first === undefined) return 'no channel';
      if (second === undefined) return first;
      return rest.length === 0 ? `${first} and ${second}` : `${first} and ${rest.length + 1} more`;
    },
  };
}
