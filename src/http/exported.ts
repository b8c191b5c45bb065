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
export function exported(inbox: Inbox, questions: Questions, { format, review }: As): Response {
  const { type, linesOf } = formats[format];
  const day = toTimestamp(inbox.now()).slice(0, 10);
  const name = `${review === 'completed' ? 'answered' : 'expired'}-${day}.${format}`;
  const failed = (err: unknown) => inbox.log.error({ err }, 'export interrupted');
  return new Response(streamOf(linesOf(questions), failed), {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });
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

const CHUNK = 64 * 1024;

/** Streams the lines in chunks, as fast as the client reads; a client that disconnects ends them. */
export function streamOf(
  lines: AsyncGenerator<string>,
  failed: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        let chunk = '';
        let isDone = false;
        try {
          while (chunk.length < CHUNK && !isDone) {
            const { value, done } = await lines.next();
            if (done) isDone = true;
            else chunk += value;
          }
        } catch (error) {
          failed(error);
          controller.error(error);
          return;
        }
        if (chunk !== '') controller.enqueue(encoder.encode(chunk));
        if (isDone) controller.close();
      },
      async cancel() {
        await lines.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
