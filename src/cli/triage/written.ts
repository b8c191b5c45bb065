/** What a person wrote to a question before it was sent. Pure. */
import type { JsonObject } from '../../core/json.ts';

type Written = { written: JsonObject | null; comment: string };

/** A text, the fields of a form, a comment; null where nothing was written. */
export function writtenTo(draft: Written | undefined): JsonObject | null {
  const { written = null, comment = '' } = draft ?? {};
  if (comment === '') return written;
  return { ...written, comment: written?.comment ?? comment };
}

/** As it is shown: a text as it is, the rest by name. */
export function writtenText(written: JsonObject): string {
  const { text, ...fields } = written;
  const rest = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return [...(typeof text === 'string' ? [text] : []), ...rest].join('\n');
}
