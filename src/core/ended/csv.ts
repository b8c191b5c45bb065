/** Formats questions as CSV, after RFC 4180. */
import { shownName } from '../access/people.ts';
import type { ExportedQuestion } from './schema.ts';

type Cell = string | null | undefined;

const columns: Record<string, (question: ExportedQuestion) => Cell> = {
  id: ({ id }) => id,
  channelId: ({ channelId }) => channelId,
  channel: ({ channelName }) => channelName,
  type: ({ type }) => type,
  status: ({ status }) => status,
  title: ({ title }) => title,
  verdict: ({ verdict }) => verdict,
  answer: ({ answer }) => answer,
  comment: ({ comment }) => comment,
  respondedBy: ({ respondedBy }) => respondedBy && shownName(respondedBy),
  respondedById: ({ respondedBy }) => respondedBy?.id,
  via: ({ respondedBy }) => respondedBy?.via,
  automatic: ({ automatic }) => (automatic ? 'true' : ''),
  credential: ({ respondedBy }) => respondedBy?.credential,
  openedAt: ({ openedAt }) => openedAt,
  expiresAt: ({ expiresAt }) => expiresAt,
  respondedAt: ({ respondedAt }) => respondedAt,
  withdrawnAt: ({ withdrawnAt }) => withdrawnAt,
  withdrawnWhy: ({ withdrawnWhy }) => withdrawnWhy,
  retractedBy: ({ retractedBy }) =>
    retractedBy && (retractedBy.name === null ? retractedBy.kind : shownName(retractedBy)),
  retractedAt: ({ retractedAt }) => retractedAt,
  response: ({ response }) => response && JSON.stringify(response),
  questionDigest: ({ questionDigest }) => questionDigest,
  answerDigest: ({ answerDigest }) => answerDigest,
};

export const csvHead = (): string => lineOf(Object.keys(columns));

export const csvLine = (question: ExportedQuestion): string =>
  lineOf(Object.values(columns).map((cellOf) => cellOf(question)));

function lineOf(cells: Cell[]): string {
  return `${cells.map((cell) => quoted(harmless(cell ?? ''))).join(',')}\r\n`;
}

/** A spreadsheet would run such a cell as a formula; after an apostrophe it is text. */
const harmless = (cell: string) => (/^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell);

/** Also quotes the separator of places where numbers have a decimal comma. */
const quoted = (cell: string) =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
