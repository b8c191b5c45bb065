/** Compares what is stored of each decision with what the audit log recorded of it. */
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeOwner } from '../access/permissions.ts';
import { filesOf } from '../files/stored.ts';
import type { Inbox } from '../inbox.ts';
import { canonicalJson, isJsonObject, objectIn } from '../json.ts';
import { isPresent } from '../removed-channels.ts';
import { DIGEST_RULES, digestOfAnswer, digestOfQuestion } from '../reviews/digests.ts';
import { startSlice } from '../slices.ts';
import type { AuditEntry, CompareRecord, RecordComparison } from './schema.ts';
import { entriesOfAction, oldestEntries, placesAbout, readAnchor } from './table.ts';

/** A page has no more, and ends sooner if each takes long. */
const AT_ONCE = 500;
const ACTION = 'review.answered';

type Page = Omit<RecordComparison, 'nextCursor'>;
/** Entries come first, then answers. `since` is the time of the first entry that can be compared. */
type Place = { list: string; since: string; after: string };

export async function compareRecord(
  inbox: Inbox,
  caller: Caller,
  { cursor = 'entries__0' }: CompareRecord,
): Promise<RecordComparison> {
  mustBeOwner(caller);
  const [list = '', since = '', after = ''] = cursor.split('_');
  const page: Page = { compared: 0, different: [], incomparable: [] };
  const db = inbox.store.read;
  const compare = list === 'entries' ? compareEntries : compareAnswers;
  const next = await compare(db, page, { list, since, after });
  return { ...page, nextCursor: next && `${next.list}_${next.since}_${next.after}` };
}

async function compareEntries(db: Tx, page: Page, place: Place): Promise<Place | null> {
  const { seq: pruned } = await readAnchor(db);
  const after = Math.max(Number(place.after) || 0, pruned);
  const entries = await entriesOfAction(db, { action: ACTION, after, limit: AT_ONCE });
  const wasCarriedOver = await carriedOver(db);
  let { since } = place;
  const turns = turnTaker();
  for (const entry of entries) {
    const { seq, at, subject, detail } = entry;
    const about = { seq, messageId: subject.id };
    if (wasCarriedOver(seq)) page.incomparable.push({ ...about, why: 'restored' });
    else if (detail.rules !== DIGEST_RULES) page.incomparable.push({ ...about, why: 'older' });
    else {
      since ||= at;
      const what = await differences(db, entry);
      if (what === null) page.incomparable.push({ ...about, why: 'deleted' });
      else page.compared++;
      if (what?.length) page.different.push({ seq, messageId: subject.id ?? '', what });
    }
    await turns();
  }
  const last = entries.at(-1);
  if (last && entries.length === AT_ONCE) return { list: 'entries', since, after: `${last.seq}` };
  // Without an entry that can be compared, every answer is from an older version.
  return since === '' ? null : { list: 'answers', since, after: '' };
}

/** Null if the message is gone. */
async function differences(db: Tx, { subject, detail }: AuditEntry) {
  const id = subject.id ?? '';
  const [row] = await storedDecision(db, { id });
  if (!row) return null;
  const { channelId, text, type, status, verdict, respondedAt } = row;
  const payload = objectIn(row.payload);
  const response = objectIn(row.response);
  const question =
    payload &&
    (await digestOfQuestion(db, {
      text,
      review: { payload },
      attachments: await filesOf(db, [id]),
    }));
  const answer = payload && response && digestOfAnswer({ type, payload }, response);
  const stored = {
    question: [channelId, type, question, row.questionDigest],
    answer: [status, answer, row.answerDigest, verdict],
    who: [objectIn(row.respondedBy), row.answeredBy, respondedAt],
  };
  const { questionDigest, answerDigest, answeredBy } = detail;
  const person = isJsonObject(answeredBy) ? answeredBy.id : null;
  const recorded = {
    question: [detail.channelId, detail.type, questionDigest, questionDigest],
    answer: ['completed', answerDigest, answerDigest, detail.verdict],
    who: [answeredBy, person, detail.respondedAt],
  };
  return (['question', 'answer', 'who'] as const).filter(
    (part) => canonicalJson(stored[part]) !== canonicalJson(recorded[part]),
  );
}

type Stored = Pick<Row<'messages'>, 'channelId' | 'text'> &
  Pick<Row<'reviews'>, 'type' | 'status' | 'payload' | 'response' | 'verdict' | 'respondedBy'> &
  Pick<Row<'reviews'>, 'answeredBy' | 'respondedAt' | 'questionDigest' | 'answerDigest'>;

/** A row as it is stored, without the fields that a reader fills in. */
const storedDecision = prepared<{ id: string }, Stored>((db, parameter) =>
  db
    .selectFrom('messages')
    .innerJoin('reviews', 'reviews.messageId', 'messages.id')
    .select(['messages.channelId', 'messages.text', 'reviews.type', 'reviews.status'])
    .select(['payload', 'response', 'verdict', 'respondedBy', 'answeredBy', 'respondedAt'])
    .select(['questionDigest', 'answerDigest'])
    .where('messages.id', '=', parameter('id'))
    .where(isPresent(db, 'messages.channelId')),
);

/** Answers that no entry records. */
async function compareAnswers(db: Tx, page: Page, place: Place): Promise<Place | null> {
  const answers = await db
    .selectFrom('reviews')
    .select(['messageId', 'respondedAt'])
    .where('messageId', '>', place.after)
    .where('status', '=', 'completed')
    .where(isPresent(db, 'reviews.channelId'))
    .orderBy('messageId')
    .limit(AT_ONCE)
    .execute();
  const ids = answers.map(({ messageId }) => messageId);
  const wasCarriedOver = await carriedOver(db);
  const entries = ids.length === 0 ? [] : await placesAbout(db, ACTION, ids);
  const recorded = new Set(
    entries.filter(({ seq }) => !wasCarriedOver(seq)).map(({ subjectId }) => subjectId),
  );
  const since = await eraStart(db, place.since);
  for (const { messageId, respondedAt } of answers) {
    if (recorded.has(messageId)) continue;
    if ((respondedAt ?? '') < since) {
      page.incomparable.push({ seq: null, messageId, why: 'older' });
    } else page.different.push({ seq: null, messageId, what: ['entry'] });
  }
  const last = ids.at(-1);
  return last && ids.length === AT_ONCE ? { ...place, after: last } : null;
}

/** Entries from before the oldest one that is kept were pruned. */
async function eraStart(db: Tx, since: string): Promise<string> {
  const { seq } = await readAnchor(db);
  const [oldest] = await oldestEntries(db, seq, 1);
  return oldest && oldest.at > since ? oldest.at : since;
}

/** Whether an entry describes an answer that a restore took back. */
async function carriedOver(db: Tx): Promise<(seq: number) => boolean> {
  const restores = await entriesOfAction(db, { action: 'backup.restored', after: 0, limit: 1000 });
  const spans = restores.map(({ seq, detail }) => ({
    from: seq - (typeof detail.carriedOver === 'number' ? detail.carriedOver : 0),
    to: seq,
  }));
  return (seq) => spans.some(({ from, to }) => seq >= from && seq < to);
}

/** Returns a function that lets others have a turn once the slice is over. */
function turnTaker(): () => Promise<void> {
  let hasTime = startSlice();
  return async () => {
    if (hasTime()) return;
    await new Promise(setImmediate);
    hasTime = startSlice();
  };
}
