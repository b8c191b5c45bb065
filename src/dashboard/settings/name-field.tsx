import { TextInput, type TextInputProps } from '@mantine/core';

/** The name of a key, a token, a person or a channel. */
export const NameField = (props: TextInputProps) => (
  <TextInput
    label="Name"
    maxLength={100}
    autoComplete="off"
    required
    withAsterisk={false}
    {...props}
  />
);
