import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { hasWords } from '../look/has-words.ts';
import { Search } from '../look/icons.tsx';

const MANY = 8;

type Props<T> = {
  /** The name of the rows, such as `keys`. */
  what: string;
  rows: T[];
  /** The text of a row that the filter searches. */
  textOf: (row: T) => string;
  children: (row: T) => ReactNode;
};

/** Rows, with a filter if there are many. */
export function Filtered<T>({ what, rows, textOf, children }: Props<T>) {
  const [query, setQuery] = useState('');
  const shown = rows.filter((row) => hasWords(textOf(row), query));
  return (
    <>
      {rows.length > MANY && (
        <TextInput
          className="settings-filter"
          placeholder={`Search ${rows.length} ${what}`}
          aria-label={`Search ${what}`}
          leftSection={<Search size={16} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 && <p className="soft settings-none">No matches</p>}
      <ul className="settings-rows">{shown.map(children)}</ul>
    </>
  );
}
