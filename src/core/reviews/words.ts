/** What of a question a search finds: its words, and the labels that the agent wrote. */
import type { JsonObject } from '../json.ts';
import { defaultOptions } from './kinds/approval/schema.ts';

const LISTS = ['options', 'items', 'fields'];

/** The text of a message and the words of its question, a line each: no word reaches over two of them. */
export function searchableText(
  text: string | null,
  payload: JsonObject | null | undefined,
): string {
  if (!payload) return text ?? '';
  const { title, description, prompt } = payload;
  const labels = LISTS.flatMap((name) => labelsIn(payload[name]));
  return [text, title, description, prompt, ...labels].filter(isText).join('\n');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The payload of a plugin's question may hold anything under these names. */
function labelsIn(list: unknown): unknown[] {
  if (!Array.isArray(list) || isDefault(list)) return [];
  return list.map((one) => (one as { label?: unknown } | null)?.label);
}

/** By length first: a list of thousands is not written out to be compared with two. */
const isDefault = (list: unknown[]) =>
  list.length === defaultOptions.length && JSON.stringify(list) === DEFAULT;

const DEFAULT = JSON.stringify(defaultOptions);
