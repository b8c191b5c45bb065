/** Describes what is wrong with a field, as a person would say it. */
import { type Field, readTyped } from '../fields.ts';
import { amountOf } from '../words.ts';

/**
 * Describes a fault.
 * @param message the server's message, used if there is none for people
 */
export function wrongIn(field: Field, value: unknown, message: string): string {
  const { type, min = -Infinity, max = Infinity } = field;
  const isEmpty = value === '' || value === null || value === undefined;
  if (type === 'select') return `Choose ${named(field.label)}`;
  if (isEmpty || type === 'date' || type === 'time' || type === 'datetime') {
    return expected[type] ?? message;
  }
  if (type === 'number' || type === 'range') {
    const read = readTyped(field, String(value));
    if ('wrong' in read) return read.wrong;
    if (read.value > max) return `At most ${amountOf(field, max)}`;
    if (read.value < min) return `At least ${amountOf(field, min)}`;
  }
  return examples[type] ?? message;
}

const examples: Partial<Record<Field['type'], string>> = {
  email: 'Enter an e-mail address, such as ana@example.com',
  url: 'Enter a link, such as https://example.com',
  number: 'Enter a number',
};

const expected: Partial<Record<Field['type'], string>> = {
  ...examples,
  range: 'Choose a number',
  date: 'Enter a date',
  time: 'Enter a time',
  datetime: 'Enter a date and a time',
};

/** Returns `a reason` for `Reason`; `an option` for a label that is longer than two words, or plural. */
function named(label: string): string {
  if (!/^[A-Za-z][a-z]*( [a-z]+)?$/.test(label) || label.endsWith('s')) return 'an option';
  const word = label.toLowerCase();
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
