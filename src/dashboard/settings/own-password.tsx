import { PasswordInput } from '@mantine/core';

type PasswordProps = {
  value: string;
  onChange: (password: string) => void;
  error: string | undefined;
};

/** The password of an owner, which a change requires that lets others read or answer. */
export const OwnPassword = ({ value, onChange, error }: PasswordProps) => (
  <PasswordInput
    label="Your password"
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    error={error}
    autoComplete="current-password"
    required
    withAsterisk={false}
  />
);
