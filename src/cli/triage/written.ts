/** Texts that a person wrote for a question before sending them. Pure. */
import type { JsonObject } from '../../core/json.ts';

type Written = { written: JsonObject | null; comment: string };

/** Returns a text, form fields or a comment; null if nothing was written. */
export function writtenTo(draft: Written | undefined): JsonObject | null {
  const { written = null, comment = '' } = draft ?? {};
  if (comment === '') return written;
  return { ...written, comment: written?.comment ?? comment };
}

/** Formats it: a text unchanged, the rest by name. */
export function writtenText(written: JsonObject): string {
  const { text, ...fields } = written;
  const rest = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [...(typeof text === 'string' ? [text] : []), ...rest].join('\n');
}
