import { Checkbox, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

const MORNING = '08:00';

type Props = {
  /** False for no digest. */
  time: string | false;
  onChange: (time: string | false) => void;
  error: ReactNode;
};

/** Whether a mail lists the pending questions each day, and when. */
export function DigestField({ time, onChange, error }: Props) {
  return (
    <>
      <Checkbox
        label="E-mail me my pending questions every day"
        description="To your verified e-mail addresses, on days when questions are pending."
        checked={time !== false}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? MORNING : false)}
      />
      {time !== false && (
        <TextInput
          type="time"
          label="Time of the e-mail"
          value={time}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          error={error}
          required
          withAsterisk={false}
        />
      )}
    </>
  );
}
