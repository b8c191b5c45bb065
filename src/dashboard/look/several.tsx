import { MultiSelect, type MultiSelectProps } from '@mantine/core';

/** A choice of several from a list that is searched by typing. */
export const Several = (props: MultiSelectProps) => (
  <MultiSelect
    // Enter takes the marked one; without one it must not send the form.
    onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    searchable
    hidePickedOptions
    comboboxProps={{ withinPortal: false }}
    limit={60}
    {...props}
  />
);
