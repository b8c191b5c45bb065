import type { Tx } from '../../storage/store.ts';
import type { Caller } from '../access/callers.ts';
import type { NamedPerson } from '../access/people.ts';
import { mustBeOwner } from '../access/permissions.ts';
import type { Inbox } from '../inbox.ts';
import { titlesOf } from '../messages/titles.ts';
import { namingFor } from '../reviews/naming.ts';
import { toTimestamp } from '../time.ts';
import {
  type Candidate,
  candidates,
  candidatesOf,
  entriesOf,
  isByTime,
  type Place,
  type Wanted,
} from './candidates.ts';
import {
  type AuditChain,
  type AuditEntry,
  type AuditPage,
  auditActions,
  type ListAudit,
} from './schema.ts';
import { newestEntry, readAnchor } from './table.ts';

/** The event loop is free between two slices, and a page that finds little ends after this many. */
const SLICE = 500;
const SLICES = 100;

/** Lists entries by seq, or by time if filtered by time. */
export async function listAudit(inbox: Inbox, caller: Caller, list: ListAudit): Promise<AuditPage> {
  mustBeOwner(caller);
  const db = inbox.store.read;
  const wanted = wantedBy(list, (await readAnchor(db)).seq);
  const { found, stop } = await find(inbox, wanted, list);
  const page = found.slice(0, list.limit);
  const next = found.length > list.limit ? page.at(-1) : stop;
  const at = isByTime(wanted) ? next?.at : '';
  const data = await entriesOf(db, page);
  return {
    data,
    titles: await titlesIn(db, data),
    emails: await emailsIn(inbox, caller, data),
    nextCursor: next ? `${at}_${next.seq}` : null,
  };
}

async function titlesIn(db: Tx, entries: AuditEntry[]): Promise<AuditPage['titles']> {
  const ids = entries.flatMap(({ subject: { kind, id } }) =>
    kind === 'message' && id !== null ? [id] : [],
  );
  return Object.fromEntries(await titlesOf(db, ids));
}

async function emailsIn(
  inbox: Inbox,
  caller: Caller,
  entries: AuditEntry[],
): Promise<AuditPage['emails']> {
  const naming = await namingFor(inbox, caller);
  const people: NamedPerson[] = entries.flatMap(({ actor, subject }) => [actor, subject]);
  return Object.fromEntries(
    people
      .map(naming)
      .flatMap(({ id, email }) => (id !== null && email !== undefined ? [[id, email]] : [])),
  );
}

/** Returns the start and end of the chain. */
export async function auditChain(inbox: Inbox, caller: Caller): Promise<AuditChain> {
  mustBeOwner(caller);
  const db = inbox.store.read;
  return { anchor: await readAnchor(db), newest: await newestEntry(db) };
}

function wantedBy({ actor, action, subject, after, before, order }: ListAudit, pruned: number) {
  const timestamp = (time?: string) => time && toTimestamp(Date.parse(time));
  const wanted: Wanted = {
    actor,
    subject,
    after: timestamp(after),
    before: timestamp(before),
    actions: action?.flatMap(named),
    isOldestFirst: order === 'oldest',
    pruned,
  };
  return wanted;
}

const named = (action: string) =>
  action.endsWith('.') ? auditActions.filter((one) => one.startsWith(action)) : [action];

/** Returns one more than the page has, or where the search stopped. */
async function find({ store }: Inbox, wanted: Wanted, { limit, cursor }: ListAudit) {
  const read = isExact(wanted) ? candidatesOf(wanted.actions ?? []) : candidates;
  const takes = needsNoFilter(wanted) ? limit + 1 : SLICE;
  const found: Candidate[] = [];
  let from = cursor === undefined ? undefined : placeOf(cursor);
  for (let slice = 0; slice < SLICES; slice++) {
    const some = await read(store.read, wanted, from, takes);
    found.push(...some.filter((one) => fits(one, wanted)));
    from = some.at(-1);
    if (found.length > limit || some.length < takes) return { found, stop: null };
    await new Promise(setImmediate);
  }
  return { found, stop: from ?? null };
}

function placeOf(cursor: string): Place {
  const [at = '', seq] = cursor.split('_');
  return { at, seq: Number(seq) };
}

/** Each action has an index of its own. */
const isExact = ({ actor, subject, after, before, actions }: Wanted) =>
  actions !== undefined && !actor && !subject && !after && !before;

const needsNoFilter = (wanted: Wanted) => {
  const { actor, subject, after, before, actions } = wanted;
  const narrowing = [subject, actor, after ?? before, actions].filter((one) => one !== undefined);
  return narrowing.length <= 1;
};

const fits = ({ at, action, actorId, subjectId }: Candidate, wanted: Wanted) =>
  (wanted.actions?.includes(action) ?? true) &&
  (wanted.actor === undefined || wanted.actor === actorId) &&
  (wanted.subject === undefined || wanted.subject === subjectId) &&
  (wanted.after === undefined || at >= wanted.after) &&
  (wanted.before === undefined || at < wanted.before);
