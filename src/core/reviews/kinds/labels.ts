import { isJsonObject, type JsonObject } from '../../json.ts';

/** The texts of a question that every kind may have, in reading order. */
export const HEADING = ['title', 'description', 'prompt'];

/** Returns the label of an id or value; that itself if it has none. */
export function labelIn(list: unknown, name: 'id' | 'value', wanted: unknown): string {
  const one = Array.isArray(list)
    ? list.find((item) => isJsonObject(item) && item[name] === wanted)
    : undefined;
  const label = isJsonObject(one) ? one.label : undefined;
  return typeof label === 'string' && label.trim() !== '' ? label : String(wanted);
}

/** Returns the labels in a list. The payload of a plugin's question may contain anything instead. */
export function labelsIn(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  const labels = list.map((one) => (one as { label?: unknown } | null)?.label);
  return labels.filter((label) => typeof label === 'string');
}

/** Returns a text of a payload, which for a plugin might be anything. */
export const textIn = (payload: JsonObject, name: string) => {
  const value = payload[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

const LONGEST = 200;

/** Returns the beginning of a person's text, without its line breaks. */
export const inOneLine = (text: string) =>
  text.slice(0, LONGEST).trim().replace(/\s+/g, ' ') + (text.length > LONGEST ? '…' : '');

export const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '';

/** Returns whether a part of a question asks for a password. */
export const namesPassword = (part: unknown): boolean =>
  /"(type|format)":"password"/.test(JSON.stringify(part) ?? '');
