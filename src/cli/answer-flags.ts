/** An answer given by flags, for scripts. */
import type { JsonObject } from '../core/json.ts';
import type { FormPayload } from '../core/reviews/kinds/form/schema.ts';
import { exampleOf } from '../core/reviews/kinds/freeform/example.ts';
import { stepsOf } from '../core/reviews/kinds/rating/steps.ts';
import type { Review } from '../core/reviews/schema.ts';
import { UsageError } from './errors.ts';
import { readObject, readText } from './options.ts';
import { onOneLine } from './output.ts';
import { isChange, isRating } from './plugin-prompts.ts';

export type AnswerFlags = {
  option?: string[];
  comment?: string;
  text?: string;
  field?: string[];
  answer?: string;
  dismiss?: boolean;
};

/** The flags that answer a review of this type, for where nobody can be asked. */
export function flagsFor({ type, payload }: Review): string {
  const options = optionsOf({ type, payload });
  const named = options.length === 0 ? '' : `. Options: ${inWords(options)}`;
  if (type === 'approval') return `--option ID${named}`;
  if (type === 'selection') {
    return `--option ID${payload.mode === 'multi' ? ' (repeatable)' : ''}${named}`;
  }
  if (type === 'form') return `--field NAME=VALUE (repeatable). Fields: ${fieldNames(payload)}`;
  if (type === 'text-input') return '--text TEXT';
  const example = JSON.stringify(exampleFor({ type, payload }));
  return `--answer FILE, or --answer - for standard input. Example: ${example}`;
}

const takes: Record<string, string> = {
  ...{ approval: 'one of its options', selection: 'one of its options', form: 'its fields' },
  'text-input': 'a text',
};

/** The answer that the flags give, or undefined where none was given. */
export async function answerFromFlags(
  review: Review,
  { option, comment, text, field, answer, dismiss }: AnswerFlags,
): Promise<JsonObject | undefined> {
  if (answer !== undefined) return readObject(answer);
  if (dismiss) return dismissed(review);
  const { type, payload } = review;
  if (option && type === 'approval') {
    if (option.length > 1) throw new UsageError('An approval takes one --option');
    if (comment !== undefined && payload.allowComment !== true) {
      throw new UsageError('This question takes no comment');
    }
    const selectedOption = chosen(review, option[0] ?? '');
    return { selectedOption, ...(comment === undefined ? {} : { comment }) };
  }
  if (option && type === 'selection') return selected(review, option);
  if (text !== undefined && type === 'text-input') return { text: await readText(text) };
  if (field && type === 'form') return fieldsOf(review.payload as FormPayload, field);
  const given = [option, comment, text, field].some((flag) => flag !== undefined);
  if (given) {
    throw new UsageError(`This question takes ${takes[type] ?? 'JSON'}: ${flagsFor(review)}`);
  }
  return undefined;
}

function dismissed({ payload }: Review): JsonObject {
  if (typeof payload.dismissLabel !== 'string') {
    throw new UsageError('This question cannot be dismissed.');
  }
  return { _dismissed: true };
}

function selected(review: Review, given: string[]): JsonObject {
  const selectedIds = given.map((one) => chosen(review, one));
  if (review.payload.mode !== 'multi' && selectedIds.length > 1) {
    throw new UsageError('This question takes one --option');
  }
  const twice = selectedIds.find((id, at) => selectedIds.indexOf(id) !== at);
  if (twice !== undefined) throw new UsageError(`--option: “${twice}” is given twice`);
  return { selectedIds };
}

type Option = { id: string; label: string };
type Asked = Pick<Review, 'type' | 'payload'>;

function optionsOf({ type, payload }: Asked): Option[] {
  const list = type === 'approval' ? payload.options : type === 'selection' ? payload.items : [];
  return Array.isArray(list) ? list : [];
}

/** The id of an option by itself, by its label or by the one beginning that it has. */
function chosen(review: Asked, given: string): string {
  const options = optionsOf(review);
  const wanted = given.trim().toLowerCase();
  const by = (fits: (option: Option) => boolean) => {
    const fitting = options.filter(fits);
    return fitting.length === 1 ? fitting[0] : undefined;
  };
  const found =
    options.find(({ id }) => id === given) ??
    by(({ id, label }) => [id, label].some((one) => one.toLowerCase() === wanted)) ??
    by(({ id, label }) => wanted !== '' && startsWith(wanted, id, label));
  if (found) return found.id;
  throw new UsageError(`Unknown option “${given}”. Options: ${inWords(options)}`);
}

const startsWith = (wanted: string, ...names: string[]) =>
  names.some((name) => name.toLowerCase().startsWith(wanted));

const MOST_NAMED = 20;

function inWords(options: Option[]): string {
  const named = options
    .slice(0, MOST_NAMED)
    .map(({ id, label }) => (id === label ? id : `${id} (${onOneLine(label)})`));
  const others = options.length - named.length;
  return [...named, ...(others > 0 ? [`and ${others} others`] : [])].join(', ');
}

const fieldNames = ({ fields }: JsonObject) =>
  (Array.isArray(fields) ? fields : []).map(({ name }) => name).join(', ');

function exampleFor({ type, payload }: Asked): JsonObject {
  if (isRating({ type, payload })) return { rating: stepsOf(payload).at(-1) };
  if (isChange({ type, payload })) return { verdict: 'approve' };
  return exampleOf(payload.schema);
}

function fieldsOf({ fields }: FormPayload, pairs: string[]): JsonObject {
  const entries = pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`--field ${pair}: use NAME=VALUE`);
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
