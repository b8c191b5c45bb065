import { Textarea, TextInput } from '@mantine/core';
import type { Agent } from '../../../core/channels/schema.ts';
import { useChangeChannel } from '../../data/channels.ts';
import { useFields } from '../../look/fields.ts';
import { NameField } from '../name-field.tsx';
import { Block } from '../parts.tsx';
import { SaveForm } from '../save-form.tsx';

/** The name, the description and the picture of a channel. */
export function Profile({ channel: { id, name, description, avatarUrl } }: { channel: Agent }) {
  const saving = useChangeChannel(id);
  const kept = { name, description: description ?? '', avatarUrl: avatarUrl ?? '' };
  const { values, text } = useFields(kept, saving.errors);
  const isChanged = JSON.stringify(values) !== JSON.stringify(kept);
  const send = () =>
    saving.send({
      name: values.name,
      description: values.description || null,
      avatarUrl: values.avatarUrl.trim() || null,
    });
  return (
    <Block title="Profile">
      <SaveForm saving={saving} onSend={send} action="Save profile" disabled={!isChanged}>
        <NameField {...text('name')} />
        <Textarea label="Description" {...text('description')} autosize minRows={2} maxRows={8} />
        <TextInput
          label="Avatar URL"
          description="Used by other clients. This dashboard loads nothing from other hosts, so it doesn't show avatars."
          type="url"
          placeholder="https://…"
          {...text('avatarUrl')}
          autoComplete="off"
        />
      </SaveForm>
    </Block>
  );
}
