import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { FormEvent } from 'react';
import { useAddPerson } from '../../data/access.ts';
import { useFields } from '../../look/fields.ts';
import { NameField } from '../name-field.tsx';
import { Refusal } from '../parts.tsx';
import { type Rights, RightsField } from './rights-field.tsx';

type Values = { name: string; email: string; password: string } & Rights;
const nobody: Values = { name: '', email: '', password: '', role: 'reviewer', channels: [] };

export function AddPerson({ onDone }: { onDone: () => void }) {
  const saving = useAddPerson();
  const { values, set, text } = useFields(nobody, saving.errors);
  const { password, ...person } = values;
  const send = (event: FormEvent) => {
    event.preventDefault();
    saving.send(password === '' ? person : { ...person, password }, onDone);
  };
  return (
    <form className="stack" onSubmit={send}>
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
        description="At least 10 characters; tell it to them yourself. Without one they have tokens only."
        {...text('password')}
        autoComplete="new-password"
      />
      <RightsField value={values} onChange={set} error={saving.errors.channels} />
      <Refusal>{saving.refusal}</Refusal>
      <div className="buttons">
        <Button type="submit" loading={saving.isPending}>
          Add the person
        </Button>
      </div>
    </form>
  );
}
