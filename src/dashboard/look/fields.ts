import { type ChangeEvent, useState } from 'react';

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/** The values of a form, and the props of its text fields: value and error. */
export function useFields<T extends Record<string, unknown>>(
  initial: T,
  errors: Record<string, string> = {},
) {
  const [values, setValues] = useState(initial);
  const set = (part: Partial<T>) => setValues((before) => ({ ...before, ...part }));
  const text = (name: keyof T & string) => ({
    name,
    value: String(values[name] ?? ''),
    onChange: ({ currentTarget }: Typed) => set({ [name]: currentTarget.value } as Partial<T>),
    error: errors[name],
    'aria-invalid': name in errors,
  });
  return { values, set, text };
}
