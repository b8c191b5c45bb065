import { Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { NewPairing } from '../../../core/notify/pairing-schema.ts';
import type { Contact } from '../../../core/notify/schema.ts';
import { addedKinds, type ContactKind, wayOf } from '../../../ways/ways.ts';
import { useAddContact, useBeginPairing } from '../../data/contacts.ts';
import { useFields } from '../../look/fields.ts';
import { NameField } from '../name-field.tsx';
import { SaveForm } from '../save-form.tsx';
import { ContactFields, type Use, usualUse } from './contact-fields.tsx';
import { PairContact } from './pair-contact.tsx';

type Values = { kind: ContactKind; address: string; name: string } & Use;

// A person adds at least one of the ways.
const first = addedKinds[0] as ContactKind;
const empty: Values = { kind: first, address: '', name: '', ...usualUse };

/** The kind, the address and how the contact is used. */
export function AddContact({ onAdded }: { onAdded: (contact: Contact) => void }) {
  const saving = useAddContact();
  const { values, set, text } = useFields(empty, saving.errors);
  const { kind, name } = values;
  const words = wayOf(kind).dashboard.field;
  const pairing = useBeginPairing();
  const [link, setLink] = useState<NewPairing | null>(null);
  const send = () => {
    const input = { ...values, name: name.trim() || undefined };
    const whole = { ...input, delaySeconds: values.delaySeconds ?? undefined };
    if (words) return saving.send(whole, onAdded);
    const { kind: _, address: __, ...rules } = whole;
    pairing.send(rules, setLink);
  };
  if (link) {
    return <PairContact key={link.id} pairing={link} onAdded={onAdded} onAgain={send} />;
  }
  return (
    <SaveForm
      saving={words ? saving : pairing}
      onSend={send}
      action={words ? 'Add contact' : 'Get the link'}
    >
      <KindField
        kind={kind}
        onChange={(chosen) => {
          saving.reset();
          pairing.reset();
          set({ kind: chosen });
        }}
        error={saving.errors.kind}
      />
      {words && (
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
      )}
      <NameField
        description="Optional. Where you read the notifications, for example Phone."
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
      {addedKinds.map((value) => (
        <Radio
          key={value}
          value={value}
          label={wayOf(value).label}
          description={wayOf(value).dashboard.about}
        />
      ))}
    </div>
  </Radio.Group>
);
