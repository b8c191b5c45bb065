import { PasswordInput } from '@mantine/core';
import { useMe } from '../../data/session.ts';

type Props = { value: string; onChange: (typed: string) => void; error: string | undefined };

/** The password of the person who is logged in, asked again for a change of who is notified, and how. */
export function OwnPassword({ value, onChange, error }: Props) {
  const { email } = useMe();
  return (
    <>
      {/* Shows password managers which account the password belongs to. */}
      <input type="hidden" autoComplete="username" value={email ?? ''} readOnly />
      <PasswordInput
        label="Your password"
        description="Asked each time: a person who changes this can receive what is sent."
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
    </>
  );
}
