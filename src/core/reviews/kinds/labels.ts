import { isJsonObject, type JsonObject } from '../../json.ts';

/** The words of a question that every kind may have, in the order in which they are read. */
export const HEADING = ['title', 'description', 'prompt'];

/** The label of what an id or a value stands for; that itself where it has none. */
export function labelIn(list: unknown, name: 'id' | 'value', wanted: unknown): string {
  const one = Array.isArray(list)
    ? list.find((item) => isJsonObject(item) && item[name] === wanted)
    : undefined;
  const label = isJsonObject(one) ? one.label : undefined;
  return typeof label === 'string' && label.trim() !== '' ? label : String(wanted);
}

/** The labels in a list. The payload of a plugin's question may hold anything in its place. */
export function labelsIn(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  const labels = list.map((one) => (one as { label?: unknown } | null)?.label);
  return labels.filter((label) => typeof label === 'string');
}

/** A value of a payload that should be a text, and of a plugin's might be anything. */
export const textIn = (payload: JsonObject, name: string) => {
  const value = payload[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
};

const LONGEST = 200;

/** The beginning of a text that a person wrote, without its line breaks. */
export const inOneLine = (text: string) =>
  text.slice(0, LONGEST).trim().replace(/\s+/g, ' ') + (text.length > LONGEST ? '…' : '');

export const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '';

/** Whether a part of a question asks for a password. */
export const namesPassword = (part: unknown): boolean =>
  /"(type|format)":"password"/.test(JSON.stringify(part) ?? '');
