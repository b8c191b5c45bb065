/** An answer given by flags, for scripts. */
import type { JsonObject } from '../core/json.ts';
import type { FormPayload } from '../core/reviews/kinds/form.ts';
import type { Review } from '../core/reviews/schema.ts';
import { UsageError } from './errors.ts';
import { readObject, readText } from './options.ts';

export type AnswerFlags = {
  option?: string[];
  comment?: string;
  text?: string;
  field?: string[];
  answer?: string;
  dismiss?: boolean;
};

const flags: Record<string, string> = {
  approval: '--option ID',
  selection: '--option ID, again for more',
  form: '--field NAME=VALUE, again for more',
  'text-input': '--text TEXT',
};

/** The flags that answer a review of this type. */
export const flagsFor = ({ type }: Review) => flags[type] ?? '--answer FILE';

/** The answer that the flags give, or undefined where none was given. */
export async function answerFromFlags(
  review: Review,
  { option, comment, text, field, answer, dismiss }: AnswerFlags,
): Promise<JsonObject | undefined> {
  if (answer !== undefined) return readObject(answer);
  if (dismiss) return { _dismissed: true };
  const { type } = review;
  if (option && type === 'approval') {
    if (option.length > 1) throw new UsageError('An approval takes one --option');
    return { selectedOption: option[0], ...(comment === undefined ? {} : { comment }) };
  }
  if (option && type === 'selection') return { selectedIds: option };
  if (text !== undefined && type === 'text-input') return { text: await readText(text) };
  if (field && type === 'form') return fieldsOf(review.payload as FormPayload, field);
  const given = [option, comment, text, field].some((flag) => flag !== undefined);
  if (given) throw new UsageError(`This is a review of type ${type}: give ${flagsFor(review)}`);
  return undefined;
}

function fieldsOf({ fields }: FormPayload, pairs: string[]): JsonObject {
  const entries = pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`--field ${pair}: write NAME=VALUE`);
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const isCheckbox = fields.some((field) => field.name === name && field.type === 'checkbox');
    return [name, isCheckbox ? toBoolean(value) : value];
  });
  return Object.fromEntries(entries);
}

/** Any other word stays a text, which the server refuses in its own words. */
function toBoolean(value: string): boolean | string {
  if (['true', 'yes', '1'].includes(value)) return true;
  return ['false', 'no', '0'].includes(value) ? false : value;
}
