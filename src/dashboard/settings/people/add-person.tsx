import { PasswordInput, TextInput } from '@mantine/core';
import { useAddPerson } from '../../data/access.ts';
import { useFields } from '../../look/fields.ts';
import { NameField } from '../name-field.tsx';
import { SaveForm } from '../save-form.tsx';
import { type Rights, RightsField } from './rights-field.tsx';

type Values = { name: string; email: string; password: string } & Rights;
const nobody: Values = { name: '', email: '', password: '', role: 'reviewer', channels: [] };

export function AddPerson({ onDone }: { onDone: () => void }) {
  const saving = useAddPerson();
  const { values, set, text } = useFields(nobody, saving.errors);
  const { password, ...person } = values;
  const send = () => saving.send(password === '' ? person : { ...person, password }, onDone);
  return (
    <SaveForm saving={saving} onSend={send} action="Add person">
      <div className="pair">
        <NameField {...text('name')} data-autofocus />
        <TextInput
          label="E-mail"
          type="email"
          {...text('email')}
          autoComplete="off"
          required
          withAsterisk={false}
        />
      </div>
      <PasswordInput
        label="First password"
        description="At least 10 characters. Share it with them yourself. Without a password they can only use tokens."
        {...text('password')}
        autoComplete="new-password"
      />
      <RightsField value={values} onChange={set} error={saving.errors.channels} />
    </SaveForm>
  );
}
