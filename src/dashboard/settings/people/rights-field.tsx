import { Radio } from '@mantine/core';
import { ChannelsField } from '../channels-field.tsx';

export type Rights = { role: 'owner' | 'reviewer'; channels: string[] };
type Props = {
  value: Rights;
  onChange: (value: Partial<Rights>) => void;
  error?: string | undefined;
};

/** Owner, or reviewer of some channels. */
export const RightsField = ({ value: { role, channels }, onChange, error }: Props) => (
  <>
    <Radio.Group
      label="Role"
      value={role}
      onChange={(chosen) => onChange({ role: chosen === 'owner' ? 'owner' : 'reviewer' })}
    >
      <div className="choices">
        <Radio
          value="reviewer"
          label="Reviewer"
          description="Reads and answers in selected channels"
        />
        <Radio value="owner" label="Owner" description="Full access, including settings" />
      </div>
    </Radio.Group>
    {role === 'reviewer' && (
      <ChannelsField
        label="Channels to review"
        none="With none selected, they see nothing yet."
        value={channels}
        onChange={(chosen) => onChange({ channels: chosen === 'all' ? [] : chosen })}
        error={error}
        mayBeAll={false}
      />
    )}
  </>
);
