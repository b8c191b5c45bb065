/** Renders how a question ended: the choice, the person, the time and the place, or why it was withdrawn. */
import type { JsonObject } from '../../core/json.ts';
import { RAN_LINE, withdrawnLine } from '../../core/reviews/ended.ts';
import { answerLine, commentIn, placedComments } from '../../core/reviews/kinds/answer-words.ts';
import type { Review } from '../../core/reviews/schema.ts';
import type { Named } from '../kinds/kind.ts';
import { terminalOf } from '../kinds/kinds.ts';
import { clockOf } from '../moments.ts';
import { onOneLine, printable } from '../output.ts';
import { styled } from '../style.ts';
import { answererOf } from './answerer.ts';
import { brokenRows } from './rows.ts';
import { signOf, toneOf } from './verdict.ts';

type Page = { now: number; columns: number; stream?: NodeJS.WriteStream | undefined };

export function endedRows(review: Review, { now, columns, stream }: Page): string[] {
  const { response, respondedAt, respondedBy } = review;
  if (review.withdrawn) {
    return brokenRows(styled('dim', `– ${onOneLine(withdrawnLine(review))}`, stream), columns);
  }
  if (!response) return [];
  const isDismissed = response._dismissed === true;
  const { view } = terminalOf(review.type);
  const values = isDismissed ? [] : view.written(response, review.payload);
  const changed = view.changed?.(response, review.payload, columns - 2) ?? [];
  const choice = values.length > 0 ? '' : ` “${onOneLine(answerLine(review))}”`;
  const at = respondedAt ? `, ${clockOf(respondedAt, now)}` : '';
  const via = respondedBy?.via ? ` via ${respondedBy.via}` : '';
  const head = `${signOf(review)} Answered${choice} by ${answererOf(review)}${at}${via}`;
  const tone = toneOf(review.verdict);
  const reason = review.automatic ? review.defaultReason : null;
  return [
    ...brokenRows(tone ? styled(tone, head, stream) : head, columns),
    ...(review.ranAt === null
      ? []
      : brokenRows(
          styled('yellow', `! ${RAN_LINE}, ${clockOf(review.ranAt, now)}`, stream),
          columns,
        )),
    ...(reason === null ? [] : valueRows('Reason', reason, columns)),
    ...[...values, ...commentsOf({ ...review, response })].flatMap(([name, text]) =>
      valueRows(name, text, columns),
    ),
    ...changed.map((row) => `  ${row}`),
  ];
}

function commentsOf({ type, response }: Pick<Review, 'type'> & { response: JsonObject }): Named[] {
  const comment = commentIn({ type, response });
  return [
    ...(comment === undefined ? [] : [['Comment', comment] satisfies Named]),
    ...placedComments(response).map(
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
