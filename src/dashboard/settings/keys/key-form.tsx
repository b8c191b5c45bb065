import { NativeSelect, TextInput } from '@mantine/core';
import type { NewKey } from '../../../core/access/schema.ts';
import { useCreateKey } from '../../data/access.ts';
import { useFields } from '../../look/fields.ts';
import { ChannelsField } from '../channels-field.tsx';
import { NameField } from '../name-field.tsx';
import { SaveForm } from '../save-form.tsx';

const DAY_MS = 86_400_000;
const lives = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'It does not expire' },
  { value: 'date', label: 'Until a date…' },
];

export function KeyForm({ onMade }: { onMade: (key: NewKey) => void }) {
  const saving = useCreateKey();
  const { values, set, text } = useFields(
    { name: '', channels: 'all' as 'all' | string[], life: '90', until: '' },
    saving.errors,
  );
  const { name, channels, life, until } = values;
  const send = () => saving.send({ name, channels, expiresAt: endOf(life, until) }, onMade);
  return (
    <SaveForm saving={saving} onSend={send} action="Make the key">
      <NameField
        description="Who uses it, such as deploy-bot on ci-3"
        {...text('name')}
        data-autofocus
      />
      <ChannelsField
        label="Channels it sees"
        none="With none it sees those that it makes itself."
        value={channels}
        onChange={(chosen) => set({ channels: chosen })}
        error={saving.errors.channels}
      />
      <div className="pair">
        <NativeSelect label="Expires after" data={lives} {...text('life')} />
        {life === 'date' && (
          <TextInput
            type="date"
            label="Its last day"
            {...text('until')}
            error={saving.errors.expiresAt}
            aria-invalid={saving.errors.expiresAt !== undefined}
            required
            withAsterisk={false}
          />
        )}
      </div>
    </SaveForm>
  );
}

/** When it ends, in the time of this browser: at the end of its last day. */
function endOf(life: string, until: string): string | null {
  if (life === 'never') return null;
  if (life !== 'date') return new Date(Date.now() + Number(life) * DAY_MS).toISOString();
  const [year = 0, month = 1, day = 1] = until.split('-').map(Number);
  return new Date(year, month - 1, day, 23, 59, 59).toISOString();
}
