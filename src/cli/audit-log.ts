/** Reads the audit log, from an inbox page by page or from a file line by line. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type Client, ok } from '../client/client.ts';
import { patiently } from '../client/patiently.ts';
import {
  AuditEntry,
  type AuditPage,
  type ListAudit,
  type RecordComparison,
} from '../core/audit/schema.ts';
import { decodeParts } from '../core/text.ts';
import { UsageError } from './errors.ts';

const PAGE = 100;

export type Filters = Partial<Omit<ListAudit, 'limit' | 'cursor'>>;

/** Yields all matches in pages, some of which may be empty. */
export async function* pagesOf(client: Client, filters: Filters): AsyncGenerator<AuditPage> {
  let cursor: string | null = null;
  do {
    const query = { order: 'newest' as const, ...filters, limit: PAGE };
    const page: AuditPage = await patiently(() =>
      ok(client.audit.get({ query: cursor === null ? query : { ...query, cursor } })),
    );
    yield page;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Compares what is stored of each decision with the log, page by page. */
export async function* comparisonsOf(client: Client): AsyncGenerator<RecordComparison> {
  let cursor: string | null = null;
  do {
    const query = cursor === null ? {} : { cursor };
    const page: RecordComparison = await patiently(() =>
      ok(client.audit.comparison.get({ query })),
    );
    yield page;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** As `inbox audit export` wrote them. */
export async function* entriesIn(file: string): AsyncGenerator<AuditEntry> {
  const bytes = file === '-' ? process.stdin : createReadStream(file);
  const input = Readable.from(decodeParts(bytes));
  let line = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line++;
    if (text !== '') yield toEntry(text, `${file === '-' ? 'stdin' : file}:${line}`);
  }
}

function toEntry(text: string, place: string): AuditEntry {
  try {
    return AuditEntry.strict().parse(JSON.parse(text));
  } catch {
    throw new UsageError(
      `${place} is not an audit entry. Pass a file made by \`inbox audit export\``,
    );
  }
}
