import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { Link } from 'wouter';
import type { User } from '../../../core/access/schema.ts';
import { useChangePerson } from '../../data/access.ts';
import { useMe } from '../../data/session.ts';
import { useFields } from '../../look/fields.ts';
import { NameField } from '../name-field.tsx';
import { SaveForm } from '../save-form.tsx';
import { type Rights, RightsField } from './rights-field.tsx';

type Props = { person: User; onDone: () => void; onRemove: () => void };
type Values = { name: string; email: string; password: string; disabled: boolean } & Rights;

export function ChangePerson({ person, onDone, onRemove }: Props) {
  const saving = useChangePerson(person.id);
  const isMe = useMe().id === person.id;
  const { values, set, text } = useFields(valuesOf(person), saving.errors);
  const send = () => saving.send(changeOf(values), onDone);
  return (
    <SaveForm
      saving={saving}
      onSend={send}
      action="Save"
      beside={
        !isMe && (
          <Button
            variant="subtle"
            color="red"
            onClick={onRemove}
            className="buttons-apart is-danger"
          >
            Remove…
          </Button>
        )
      }
    >
      <div className="pair">
        <NameField {...text('name')} data-autofocus />
        <TextInput label="E-mail" type="email" {...text('email')} autoComplete="off" />
      </div>
      <RightsField value={values} onChange={set} error={saving.errors.channels} />
      {isMe ? (
        <p className="meta">
          To change your password, go to <Link href="/settings/profile">Profile and password</Link>.
        </p>
      ) : (
        <>
          <PasswordInput
            label="New password"
            description="Leave blank to keep the current password. Changing it logs them out everywhere."
            {...text('password')}
            autoComplete="new-password"
          />
          <Checkbox
            label="Disabled"
            description="Ends their sessions and tokens immediately. Their answers are kept."
            checked={values.disabled}
            onChange={(event) => set({ disabled: event.currentTarget.checked })}
          />
        </>
      )}
    </SaveForm>
  );
}

const valuesOf = ({ name, email, role, channels, disabled }: User): Values => ({
  name,
  email: email ?? '',
  password: '',
  disabled,
  role,
  channels: channels === 'all' ? [] : channels,
});

/** An empty field leaves the value unchanged. */
const changeOf = ({ email, password, channels, role, ...rest }: Values) => ({
  ...rest,
  role,
  ...(role === 'reviewer' ? { channels } : {}),
  ...(email === '' ? {} : { email }),
  ...(password === '' ? {} : { password }),
});
