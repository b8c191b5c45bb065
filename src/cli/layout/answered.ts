/** How a question was answered: what was chosen, by whom, when and where. */
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { answerLine, verdictOf } from '../../core/reviews/kinds/answer-words.ts';
import type { Field } from '../../core/reviews/kinds/form/fields.ts';
import { saidOf } from '../../core/reviews/kinds/form/words.ts';
import type { Review } from '../../core/reviews/schema.ts';
import { clockOf } from '../moments.ts';
import { onOneLine, printable } from '../output.ts';
import { styled } from '../style.ts';
import { brokenRows } from './rows.ts';
import { signOf, toneOf } from './verdict.ts';

type Page = { now: number; columns: number; stream?: NodeJS.WriteStream | undefined };

/** Who answered. Whoever can read the data directory does so in the owner's name. */
export function answererOf(by: Review['respondedBy'] | undefined): string {
  const name = onOneLine(by?.name ?? 'somebody');
  return by?.credential === 'local' ? `${name} (not logged in)` : name;
}

export function answeredRows(review: Review, { now, columns, stream }: Page): string[] {
  const { response, respondedAt, respondedBy } = review;
  if (!response) return [];
  const values = valuesOf(review, response);
  const choice = values.length > 0 ? '' : ` “${onOneLine(answerLine(review))}”`;
  const at = respondedAt ? `, ${clockOf(respondedAt, now)}` : '';
  const via = respondedBy?.via ? ` via ${respondedBy.via}` : '';
  const head = `${signOf(review)} Answered${choice} by ${answererOf(respondedBy)}${at}${via}`;
  const tone = toneOf(verdictOf(review));
  return [
    ...brokenRows(tone ? styled(tone, head, stream) : head, columns),
    ...[...values, ...commentsOf(response)].flatMap(([name, text]) =>
      valueRows(name, text, columns),
    ),
  ];
}

type Named = [name: string, text: string];

/** What was written rather than chosen, by label. */
function valuesOf({ type, payload }: Review, response: JsonObject): Named[] {
  if (response._dismissed === true) return [];
  if (type === 'text-input') return [['', String(response.text ?? '')]];
  const fields =
    type === 'form' && Array.isArray(payload.fields) ? (payload.fields as Field[]) : [];
  if (fields.length > 0) {
    return fields.map((field) => [field.label || field.name, saidOf(field, response[field.name])]);
  }
  if (['approval', 'selection', 'rating', 'diff-review'].includes(type)) return [];
  return Object.entries(response).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
}

function commentsOf({ comment, comments }: JsonObject): Named[] {
  const said: Named[] = typeof comment === 'string' && comment !== '' ? [['Comment', comment]] : [];
  const placed = Array.isArray(comments) ? comments.filter(isJsonObject) : [];
  return [
    ...said,
    ...placed.map(
      ({ path, line, text }): Named => [
        line === undefined ? `${path}` : `${path}:${line}`,
        `${text}`,
      ],
    ),
  ];
}

function valueRows(name: string, text: string, columns: number): string[] {
  const head = name === '' ? '' : `${onOneLine(name)}: `;
  const [first = '', ...rest] = printable(text).split('\n');
  return [
    ...brokenRows(head + first, columns - 2).map((row, at) =>
      at === 0 ? `  ${row}` : `    ${row}`,
    ),
    ...rest.flatMap((line) => brokenRows(line, columns - 4).map((row) => `    ${row}`)),
  ].map((row) => row.trimEnd());
}
