import { NativeSelect, TextInput } from '@mantine/core';
import type { NewKey } from '../../../core/access/schema.ts';
import { useCreateKey } from '../../data/access.ts';
import { useFields } from '../../look/fields.ts';
import { ChannelsField } from '../channels-field.tsx';
import { endOf, lifetimes } from '../lifetimes.ts';
import { NameField } from '../name-field.tsx';
import { SaveForm } from '../save-form.tsx';

const lives = [...lifetimes, { value: 'date', label: 'On a date…' }];

type Fields = { name: string; channels: 'all' | string[]; life: string; until: string };
const empty: Fields = { name: '', channels: 'all', life: '90', until: '' };

export function KeyForm({ onMade }: { onMade: (key: NewKey) => void }) {
  const saving = useCreateKey();
  const { values, set, text } = useFields(empty, saving.errors);
  const { name, channels, life, until } = values;
  const expiresAt = () => (life === 'date' ? endOfDay(until) : endOf(life));
  const send = () => saving.send({ name, channels, expiresAt: expiresAt() }, onMade);
  return (
    <SaveForm saving={saving} onSend={send} action="Create key">
      <NameField
        description="Who uses the key, for example deploy-bot on ci-3"
        {...text('name')}
        data-autofocus
      />
      <ChannelsField
        label="Channel access"
        none="With none selected, the key can only use channels it creates."
        value={channels}
        onChange={(chosen) => set({ channels: chosen })}
        error={saving.errors.channels}
      />
      <div className="pair">
        <NativeSelect label="Expires" data={lives} {...text('life')} />
        {life === 'date' && (
          <TextInput
            type="date"
            label="Expiry date"
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

/** Returns the last second of a date, in the browser's time zone. */
function endOfDay(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, day, 23, 59, 59).toISOString();
}
