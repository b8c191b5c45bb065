import { isJsonObject, type JsonObject } from '../../json.ts';

/** The label of what an id or a value stands for; that itself where it has none. */
export function labelIn(list: unknown, name: 'id' | 'value', wanted: unknown): string {
  const one = Array.isArray(list)
    ? list.find((item) => isJsonObject(item) && item[name] === wanted)
    : undefined;
  const label = isJsonObject(one) ? one.label : undefined;
  return typeof label === 'string' && label.trim() !== '' ? label : String(wanted);
}

const words: Record<string, string> = {
  approval: 'Approval',
  selection: 'Selection',
  form: 'Form',
  'text-input': 'Text',
  freeform: 'Free form',
};

/** A type of review as a word: `approval` is `Approval`, `diff-review` is `Diff review`. */
export const kindWord = (type: string) =>
  (Object.hasOwn(words, type) && words[type]) ||
  type.charAt(0).toUpperCase() + type.slice(1).replaceAll('-', ' ');

/** A value of a payload that should be a text, and of a plugin's might be anything. */
export const textIn = (payload: JsonObject, name: string) => {
  const value = payload[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};
