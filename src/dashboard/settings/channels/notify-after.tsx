import { NativeSelect } from '@mantine/core';
import type { Agent } from '../../../core/channels/schema.ts';
import { useChangeChannel } from '../../data/channels.ts';
import { useFields } from '../../look/fields.ts';
import { Block } from '../parts.tsx';
import { SaveForm } from '../save-form.tsx';

/** Seconds; '' for the default. */
const choices = [
  { value: '', label: 'Default' },
  { value: '0', label: 'Immediately' },
  { value: '10', label: 'After 10 seconds' },
  { value: '20', label: 'After 20 seconds' },
  { value: '60', label: 'After 1 minute' },
  { value: '300', label: 'After 5 minutes' },
  { value: '600', label: 'After 10 minutes' },
];

/** How long people are not notified of a channel's questions. */
export function NotifyAfterBlock({ channel: { id, notifyAfterSeconds } }: { channel: Agent }) {
  const saving = useChangeChannel(id);
  const stored = `${notifyAfterSeconds ?? ''}`;
  const { values, set } = useFields({ notifyAfterSeconds: stored });
  const chosen = values.notifyAfterSeconds;
  const isListed = choices.some(({ value }) => value === stored);
  return (
    <Block
      title="Notifications"
      about="A question that is answered or withdrawn before people are notified reaches nobody. The inbox shows it immediately. Critical questions, and those that say themselves how long to wait, don't wait for this."
    >
      <SaveForm
        saving={saving}
        onSend={() => saving.send({ notifyAfterSeconds: chosen === '' ? null : Number(chosen) })}
        action="Save notifications"
        disabled={chosen === stored}
      >
        <NativeSelect
          label="Notify people"
          description="By default immediately, and of questions from the hooks of coding agents after 20 seconds"
          // One that was set elsewhere is listed, too.
          data={
            isListed ? choices : [...choices, { value: stored, label: `After ${stored} seconds` }]
          }
          value={chosen}
          onChange={({ currentTarget }) => set({ notifyAfterSeconds: currentTarget.value })}
          error={saving.errors.notifyAfterSeconds}
        />
      </SaveForm>
    </Block>
  );
}
