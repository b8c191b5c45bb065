import { Radio, TextInput } from '@mantine/core';
import type { ContactKind } from '../../../core/reach/names.ts';
import type { Contact } from '../../../core/reach/schema.ts';
import { useAddContact } from '../../data/contacts.ts';
import { useFields } from '../../look/fields.ts';
import { NameField } from '../name-field.tsx';
import { SaveForm } from '../save-form.tsx';
import { ContactFields, type Use, usualUse } from './contact-fields.tsx';
import { kinds } from './kinds.ts';

type Values = { kind: ContactKind; address: string; name: string } & Use;

const [[first] = ['ntfy']] = Object.entries(kinds);
const empty: Values = { kind: first as ContactKind, address: '', name: '', ...usualUse };

/** The kind, the address and how the contact is used. */
export function AddContact({ onAdded }: { onAdded: (contact: Contact) => void }) {
  const saving = useAddContact();
  const { values, set, text } = useFields(empty, saving.errors);
  const { kind, name } = values;
  const words = kinds[kind].address;
  const send = () => {
    const input = { ...values, name: name.trim() || undefined };
    saving.send({ ...input, delaySeconds: values.delaySeconds ?? undefined }, onAdded);
  };
  return (
    <SaveForm saving={saving} onSend={send} action="Add contact">
      <KindField
        kind={kind}
        onChange={(chosen) => {
          saving.reset();
          set({ kind: chosen });
        }}
        error={saving.errors.kind}
      />
      <TextInput
        {...words}
        {...text('address')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required
        withAsterisk={false}
        data-autofocus
      />
      <NameField
        description="Where you read it, for example Phone. Optional."
        {...text('name')}
        required={false}
      />
      <details className="settings-more">
        <summary>More options</summary>
        <div className="stack">
          <ContactFields kind={kind} value={values} onChange={set} errors={saving.errors} />
        </div>
      </details>
    </SaveForm>
  );
}

type KindProps = {
  kind: ContactKind;
  onChange: (kind: ContactKind) => void;
  error: string | undefined;
};

const KindField = ({ kind, onChange, error }: KindProps) => (
  <Radio.Group
    label="Kind"
    value={kind}
    onChange={(chosen) => onChange(chosen as ContactKind)}
    error={error}
  >
    <div className="choices">
      {Object.entries(kinds).map(([value, { label, about }]) => (
        <Radio key={value} value={value} label={label} description={about} />
      ))}
    </div>
  </Radio.Group>
);
