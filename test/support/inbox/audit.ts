/** Reads and checks the audit log of a test's inbox as a client does, page by page. */
import { auditChain, listAudit } from '../../../src/core/audit/list.ts';
import { type AuditEntry, ListAudit } from '../../../src/core/audit/schema.ts';
import { followChain } from '../../../src/core/audit/verify.ts';
import type { TestInbox } from './inbox.ts';

type Filters = Record<string, string | string[] | number>;

/** Oldest first unless the filters say otherwise. */
export async function entriesOf(inbox: TestInbox, filters: Filters = {}): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let cursor: string | null = null;
  do {
    const list = { order: 'oldest', ...filters, ...(cursor === null ? {} : { cursor }) };
    const page = await listAudit(inbox, inbox.owner, ListAudit.parse(list));
    entries.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return entries;
}

/** Describes the fault of the first invalid entry; null for an intact chain. */
export async function faultOf(inbox: TestInbox, against?: string): Promise<string | null> {
  const { newest } = await auditChain(inbox, inbox.owner);
  const chain = followChain({ newest, ...(against === undefined ? {} : { against }) });
  for (const entry of await entriesOf(inbox)) chain.next(entry);
  return chain.fault();
}
