import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Contact } from '../../../core/notify/schema.ts';
import { wayOf } from '../../../ways/ways.ts';
import { useTest, useTestContact, useVerifyContact } from '../../data/contacts.ts';
import { useFields } from '../../look/fields.ts';
import { Refusal } from '../parts.tsx';
import { SaveForm } from '../save-form.tsx';
import { failureWords } from './failure.ts';

/** Takes the code that was sent to a contact when it was added. */
export function VerifyContact({ contact, onDone }: { contact: Contact; onDone: () => void }) {
  const { id, kind } = contact;
  const sending = useTestContact(id);
  const [testId, setTestId] = useState<string | null>(null);
  const { data: test } = useTest(id, testId, false);
  const send = () => sending.send(undefined, (begun) => setTestId(begun.id));
  const another = (
    <Button variant="default" onClick={send} loading={sending.isPending} className="buttons-apart">
      Send another code
    </Button>
  );
  return (
    <CodeForm contact={contact} action="Verify" beside={another} onDone={onDone}>
      <p className="meta" aria-live="polite">
        {test?.status === 'accepted' && 'Another code was sent. '}
        {test?.error != null && failureWords(test)}
        {test?.error == null && wayOf(kind).dashboard.missing}
      </p>
      <Refusal>{sending.refusal}</Refusal>
    </CodeForm>
  );
}

type Props = {
  contact: Contact;
  action: string;
  beside: ReactNode;
  onDone: () => void;
  children?: ReactNode;
};

/** Takes a code that a contact was sent. */
export function CodeForm({ contact, action, beside, onDone, children }: Props) {
  const saving = useVerifyContact(contact.id);
  const { values, text } = useFields({ code: '' }, saving.errors);
  return (
    <SaveForm
      saving={saving}
      onSend={() => saving.send(values.code, onDone)}
      action={action}
      beside={beside}
    >
      <TextInput
        label="Code"
        description={`Six digits, sent to ${contact.address}. They are valid for 15 minutes.`}
        {...text('code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={100}
        required
        withAsterisk={false}
        data-autofocus
      />
      {children}
    </SaveForm>
  );
}
