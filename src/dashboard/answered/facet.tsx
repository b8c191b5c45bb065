import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { hasWords } from '../look/has-words.ts';
import { Drop } from './drop.tsx';

export type Choice = { value: string; label: string };
type Props = {
  label: string;
  choices: Choice[];
  value: string[];
  onChange: (value: string[]) => void;
};

const MANY = 8;

/** A filter that matches any of several values. */
export function Facet({ label, choices, value, onChange }: Props) {
  const [words, setWords] = useState('');
  // A value from the URL can be removed even if it is unknown.
  const known = new Set(choices.map((one) => one.value));
  const unknown = value.filter((one) => !known.has(one));
  const all = [...choices, ...unknown.map((one) => ({ value: one, label: one }))];
  const shown = all.filter((one) => hasWords(one.label, words));
  return (
    <Drop label={label} chosen={chosenIn(label, all, value)}>
      {all.length > MANY && (
        <TextInput
          className="facet-find"
          aria-label={`Search ${label}`}
          placeholder="Search"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      <Checkbox.Group aria-label={label} value={value} onChange={onChange} className="facet">
        {shown.map((one) => (
          <Checkbox key={one.value} value={one.value} label={<bdi>{one.label}</bdi>} />
        ))}
      </Checkbox.Group>
      {shown.length === 0 && <p className="meta">No matches</p>}
    </Drop>
  );
}

function chosenIn(label: string, choices: Choice[], value: string[]): string | undefined {
  if (value.length > 1) return `${label} · ${value.length}`;
  return choices.find((one) => one.value === value[0])?.label;
}
