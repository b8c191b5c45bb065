import { TextInput } from '@mantine/core';
import type { KeyboardEvent, RefObject } from 'react';
import { Search } from '../../../dashboard/look/icons.tsx';
import { Key } from '../../../dashboard/look/parts.tsx';

type Props = {
  field: RefObject<HTMLInputElement | null>;
  /** The number of items, found or not. */
  count: number;
  active: boolean;
  words: string;
  onWords: (words: string) => void;
  /** Called on Enter, with text in the field. */
  onFound: () => void;
};

/** A field that filters a long list of items. */
export const ItemFilter = ({ field, count, active, words, onWords, onFound }: Props) => (
  <TextInput
    ref={field}
    type="search"
    aria-label="Filter items"
    placeholder={`Filter ${count} items`}
    leftSection={<Search size={15} />}
    rightSection={active && words === '' && <Key>f</Key>}
    value={words}
    onChange={(event) => onWords(event.currentTarget.value)}
    onKeyDown={(event) => onFilterKey(event, onFound)}
  />
);

/** Enter goes to the first item found, or picks it; Escape empties the filter, then leaves it. */
function onFilterKey(event: KeyboardEvent<HTMLInputElement>, onFound: () => void): void {
  if (event.ctrlKey || event.metaKey) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    if (event.currentTarget.value !== '' && !event.repeat) onFound();
  }
  if (event.key === 'Escape' && event.currentTarget.value === '') event.currentTarget.blur();
}
