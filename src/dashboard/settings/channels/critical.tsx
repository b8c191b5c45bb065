import { TextInput } from '@mantine/core';
import { type Agent, MOST_CRITICAL_PER_HOUR } from '../../../core/channels/schema.ts';
import { readNumber } from '../../../core/numbers.ts';
import { useChangeChannel } from '../../data/channels.ts';
import { useFields } from '../../look/fields.ts';
import { Block } from '../parts.tsx';
import { SaveForm } from '../save-form.tsx';

/** How many of a channel's questions stay critical in an hour. */
export function CriticalBlock({ channel: { id, criticalPerHour } }: { channel: Agent }) {
  const saving = useChangeChannel(id);
  const { values, text } = useFields({ criticalPerHour: `${criticalPerHour}` }, saving.errors);
  const count = countIn(values.criticalPerHour);
  return (
    <Block
      title="Critical questions"
      about="Each one is notified of by itself, at any hour. Further ones are listed as high, and one notification counts them."
    >
      <SaveForm
        saving={saving}
        onSend={() => count !== null && saving.send({ criticalPerHour: count })}
        action="Save limit"
        disabled={count === null || count === criticalPerHour}
      >
        <TextInput
          label="Most in an hour"
          description={`From 0 to ${MOST_CRITICAL_PER_HOUR}`}
          inputMode="numeric"
          autoComplete="off"
          {...text('criticalPerHour')}
          error={count === null ? `Enter a number from 0 to ${MOST_CRITICAL_PER_HOUR}.` : undefined}
        />
      </SaveForm>
    </Block>
  );
}

function countIn(typed: string): number | null {
  const read = readNumber(typed);
  if (!('value' in read) || !Number.isInteger(read.value)) return null;
  return read.value >= 0 && read.value <= MOST_CRITICAL_PER_HOUR ? read.value : null;
}
