import { PasswordInput } from '@mantine/core';
import { useChangeName, useChangePassword } from '../../data/profile.ts';
import { useMe } from '../../data/session.ts';
import { useFields } from '../../look/fields.ts';
import { NameField } from '../name-field.tsx';
import { Block, SettingsHead } from '../parts.tsx';
import { SaveForm } from '../save-form.tsx';

/** The person's own name and password, for owners and reviewers alike. */
export function ProfileSection() {
  const { email, role } = useMe();
  return (
    <>
      <SettingsHead title="Profile and password">
        {email === null ? `Your role is ${role}.` : `You log in as ${email}. Your role is ${role}.`}
      </SettingsHead>
      <OwnName />
      <Block title="Password" about="Changing it ends your other sessions and revokes your tokens.">
        <OwnPassword />
      </Block>
    </>
  );
}

function OwnName() {
  const { name } = useMe();
  const saving = useChangeName();
  const { values, text } = useFields({ name }, saving.errors);
  return (
    <SaveForm
      saving={saving}
      onSend={() => saving.send(values)}
      action="Save"
      disabled={values.name.trim() === name}
    >
      <NameField {...text('name')} description="Shown next to your answers" autoComplete="name" />
    </SaveForm>
  );
}

const none = { current: '', next: '' };

function OwnPassword() {
  const { email } = useMe();
  const saving = useChangePassword();
  const { values, set, text } = useFields(none, saving.errors);
  return (
    <SaveForm
      saving={saving}
      onSend={() => saving.send(values, () => set(none))}
      action="Change password"
    >
      {/* Shows password managers which account the password belongs to. */}
      <input type="hidden" autoComplete="username" value={email ?? ''} readOnly />
      <PasswordInput
        label="Current password"
        {...text('current')}
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
      <PasswordInput
        label="New password"
        description="At least 10 characters"
        {...text('next')}
        autoComplete="new-password"
        required
        withAsterisk={false}
      />
    </SaveForm>
  );
}
