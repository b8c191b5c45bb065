import { csvHead, csvLine } from '../core/ended/csv.ts';
import type { ExportEnded, ExportedQuestion } from '../core/ended/schema.ts';
import type { Inbox } from '../core/inbox.ts';
import { toTimestamp } from '../core/time.ts';

type Questions = AsyncGenerator<ExportedQuestion>;
type As = Pick<ExportEnded, 'format' | 'review'>;

const formats = {
  csv: { type: 'text/csv; charset=utf-8; header=present', linesOf: csvLines },
  json: { type: 'application/json', linesOf: jsonLines },
};

/** Returns the questions as a file; each one is read when there is room for it. */
export function exported(inbox: Inbox, questions: Questions, { format, review }: As) {
  const { type, linesOf } = formats[format];
  const day = toTimestamp(inbox.now()).slice(0, 10);
  const name = `${review === 'completed' ? 'answered' : review}-${day}.${format}`;
  return {
    pieces: linesOf(questions),
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  };
}

async function* csvLines(questions: Questions): AsyncGenerator<string> {
  yield csvHead();
  for await (const question of questions) yield csvLine(question);
}

async function* jsonLines(questions: Questions): AsyncGenerator<string> {
  let before = '[\n';
  for await (const question of questions) {
    yield before + JSON.stringify(question);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
