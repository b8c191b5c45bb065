import { Button, Checkbox } from '@mantine/core';
import type { Contact } from '../../../core/notify/schema.ts';
import { useChangeContact } from '../../data/contacts.ts';
import { useFields } from '../../look/fields.ts';
import { NameField } from '../name-field.tsx';
import { SaveForm } from '../save-form.tsx';
import { ContactFields, type Use, useOf } from './contact-fields.tsx';

type Props = { contact: Contact; onDone: () => void; onRemove: () => void };
type Values = { name: string; disabled: boolean } & Use;

export function EditContact({ contact, onDone, onRemove }: Props) {
  const saving = useChangeContact(contact.id);
  const wasDisabled = contact.disabledAt !== null;
  const kept: Values = { name: contact.name, disabled: wasDisabled, ...useOf(contact) };
  const { values, set, text } = useFields(kept, saving.errors);
  const { disabled, ...rest } = values;
  const send = () => {
    const change = disabled === wasDisabled ? {} : { disabled };
    saving.send({ ...rest, ...change }, onDone);
  };
  return (
    <SaveForm
      saving={saving}
      onSend={send}
      action="Save"
      beside={
        <Button variant="subtle" color="red" onClick={onRemove} className="buttons-apart is-danger">
          Remove…
        </Button>
      }
    >
      <NameField {...text('name')} data-autofocus />
      <ContactFields kind={contact.kind} value={values} onChange={set} errors={saving.errors} />
      <Checkbox
        label="Disabled"
        description="Notifications are not sent to this contact until you enable it."
        checked={disabled}
        onChange={({ currentTarget }) => set({ disabled: currentTarget.checked })}
      />
    </SaveForm>
  );
}
