import { isJsonObject, type JsonObject } from '../../json.ts';
import { alikeIn, isBlank } from '../../letters.ts';

/** The texts of a question that every kind may have, in reading order. */
export const HEADING = ['title', 'description', 'prompt'];

/** Introduces the agent's words about a subject that is shown by itself. */
export const CLAIMED = 'The agent says';

type Identity = 'id' | 'value' | 'name';

/**
 * Returns the label of an id, value or name as it is shown: what it names itself if nothing of the
 * label can be seen, and both if another one looks alike.
 */
export function labelIn(list: unknown, by: Identity, wanted: unknown): string {
  return Array.isArray(list)
    ? (shownLabels(list, by).get(wanted) ?? String(wanted))
    : String(wanted);
}

/** Views ask for one label after another of the same list. */
const known = new WeakMap<unknown[], Map<unknown, string>>();

function shownLabels(list: unknown[], by: Identity): Map<unknown, string> {
  const found = known.get(list);
  if (found) return found;
  const items = list.filter(isJsonObject).map((item): Shown => {
    const label = textIn(item, 'label') ?? `${item[by]}`;
    return { identity: item[by], label, description: `${item.description ?? ''}`, hasId: false };
  });
  // One may be written like another with its id: then it gets its own id, too.
  for (let alike = lookingAlike(items); alike.length > 0; alike = lookingAlike(items)) {
    for (const item of alike) {
      item.label = `${item.label} (${item.identity})`;
      item.hasId = true;
    }
  }
  const labels = new Map<unknown, string>();
  for (const { identity, label } of items) {
    if (!labels.has(identity)) labels.set(identity, label);
  }
  known.set(list, labels);
  return labels;
}

type Shown = { identity: unknown; label: string; description: string; hasId: boolean };

/** Returns those without an id that look like another. */
const lookingAlike = (items: Shown[]): Shown[] =>
  alikeIn(items, ({ label, description }) => `${label} ${description}`).filter(
    ({ hasId }) => !hasId,
  );

/** Returns the label of an id or value as it was written; that itself if it has none. */
export function writtenLabel(list: unknown, by: Identity, wanted: unknown): string {
  const items = Array.isArray(list) ? list.filter(isJsonObject) : [];
  const label = items.find((item) => item[by] === wanted)?.label;
  return typeof label === 'string' && label.trim() !== '' ? label : String(wanted);
}

/** Returns the labels in a list. The payload of a plugin's question may contain anything instead. */
export function labelsIn(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  const labels = list.map((one) => (one as { label?: unknown } | null)?.label);
  return labels.filter((label) => typeof label === 'string');
}

/** Returns a text of a payload, of which something can be seen. For a plugin it might be anything. */
export const textIn = (payload: JsonObject, name: string) => {
  const value = payload[name];
  return typeof value === 'string' && !isBlank(value) ? value : undefined;
};

/** Returns what the choice to dismiss is called; undefined if there is none. */
export const dismissLabelIn = (payload: JsonObject): string | undefined =>
  typeof payload.dismissLabel === 'string'
    ? (textIn(payload, 'dismissLabel') ?? 'Dismiss')
    : undefined;

const LONGEST = 200;

/** Returns the beginning of a person's text, without its line breaks. */
export const inOneLine = (text: string) =>
  text.slice(0, LONGEST).trim().replace(/\s+/g, ' ') + (text.length > LONGEST ? '…' : '');

export const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '';

/** Returns whether a part of a question asks for a password. */
export const namesPassword = (part: unknown): boolean =>
  /"(type|format)":"password"/.test(JSON.stringify(part) ?? '');

/** Replaces a secret. */
export const MASK = '***';

/** Returns the values with secrets hidden, for all but the agent that asked. */
export const masked = (values: JsonObject, secrets: string[]): JsonObject => ({
  ...values,
  ...Object.fromEntries(secrets.map((name) => [name, maskOf(values[name])])),
});

/** An answer of several parts keeps its structure. */
function maskOf(value: unknown): unknown {
  if (Array.isArray(value)) return [MASK];
  return isJsonObject(value) ? masked(value, Object.keys(value)) : MASK;
}

/** Formats values by name, without empty ones. */
export const valuesByName = (all: [name: string, value: unknown][]): string =>
  all
    .filter(([, value]) => isFilled(value))
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('; ');
