import type { Tx } from '../../storage/store.ts';
import { sqlOf } from '../../storage/words.ts';
import type { Caller, Channels } from '../access/callers.ts';
import { mustBeHuman, scopeOfAll } from '../access/permissions.ts';
import type { Inbox } from '../inbox.ts';
import type { Message } from '../messages/schema.ts';
import { searchWords } from '../messages/search-words.ts';
import { selectMessages, withFiles } from '../messages/stored.ts';
import { titleOf } from '../messages/title.ts';
import { asListed } from '../messages/views.ts';
import { presentIn } from '../removed-channels.ts';
import { listRetracted } from '../retractions/retractions.ts';
import type { Retracted } from '../retractions/schema.ts';
import { placeAt, placeOfEnded } from '../reviews/ended.ts';
import { settleExpired } from '../reviews/expiry.ts';
import { wordsOf } from '../reviews/kinds/words.ts';
import { type Naming, namingFor, withAnswerer } from '../reviews/naming.ts';
import { channelNames, digestsOf } from './names.ts';
import { type Place, placesAfter } from './places.ts';
import type { ExportEnded, ExportedQuestion } from './schema.ts';
import { answerText, commentText } from './words.ts';

/** A message may have more than half a megabyte. */
const AT_ONCE = 25;

/** Yields all matches, in list order with the latest first, and retracted ones in their places. */
export async function exportEnded(
  inbox: Inbox,
  caller: Caller,
  wanted: ExportEnded,
): Promise<AsyncGenerator<ExportedQuestion>> {
  mustBeHuman(caller);
  await settleExpired(inbox);
  const words = searchWords(wanted.search);
  const db = inbox.store.read;
  const scope = await presentIn(db, scopeOfAll(caller, wanted.channel));
  const names = await channelNames(db);
  const isOfRetracted = !wanted.verdict && !wanted.session && !wanted.askedBy;
  const hasRetracted = wanted.review === 'completed' && isOfRetracted && words.length === 0;
  const retracted = hasRetracted ? retractedOnes(inbox, caller, wanted) : nothing();
  const ended = endedOnes(db, { scope, wanted, words, naming: await namingFor(inbox, caller) });
  return named(names, merged(ended, retracted));
}

type Row = { place: string; question: Omit<ExportedQuestion, 'channelName'> };
type Rows = AsyncGenerator<Row>;

async function* named(names: Map<string, string>, rows: Rows): AsyncGenerator<ExportedQuestion> {
  for await (const { question } of rows) {
    yield { ...question, channelName: names.get(question.channelId) ?? '' };
  }
}

/** Merges both, the latest first. */
async function* merged(one: Rows, other: Rows): Rows {
  try {
    let [left, right] = [await one.next(), await other.next()];
    while (!left.done || !right.done) {
      const takesLeft = right.done || (!left.done && left.value.place > right.value.place);
      if (takesLeft && !left.done) {
        yield left.value;
        left = await one.next();
      } else if (!right.done) {
        yield right.value;
        right = await other.next();
      }
    }
  } finally {
    await one.return(undefined);
    await other.return(undefined);
  }
}

async function* nothing(): Rows {}

type Ended = { scope: Channels; wanted: ExportEnded; words: string[]; naming: Naming };

async function* endedOnes(db: Tx, { scope, wanted, words, naming }: Ended): Rows {
  let cursor: string | undefined;
  while (true) {
    const places = await placesAfter(db, scope, wanted, { cursor, limit: AT_ONCE });
    const last = places.at(-1);
    if (!last) return;
    cursor = placeAt(last.at, last.id);
    yield* await questionsAt(db, places, { words, naming });
    await new Promise(setImmediate);
  }
}

async function questionsAt(
  db: Tx,
  places: Place[],
  { words, naming }: Pick<Ended, 'words' | 'naming'>,
): Promise<Row[]> {
  const ids = places.map(({ id }) => id);
  const kept = words.length > 0 ? await holding(db, ids, words) : ids;
  if (kept.length === 0) return [];
  const rows = await selectMessages(db).where('messages.id', 'in', kept).execute();
  const digests = await digestsOf(db, kept);
  return (await withFiles(db, rows))
    .map((message) => ({
      place: placeOfEnded(message),
      question: {
        ...questionOf(withAnswerer(asListed(message), naming)),
        ...digests.get(message.id),
      },
    }))
    .sort((one, other) => (one.place < other.place ? 1 : -1)) as Row[];
}

/** Returns the ids of the messages that contain every word. */
async function holding(db: Tx, ids: string[], words: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'seq'])
    .where('id', 'in', ids)
    .execute();
  const seqs = rows.map(({ seq }) => seq);
  const held = await sqlOf(db).texts.seqsThatHold(db, seqs, words);
  return rows.filter(({ seq }) => held.has(seq)).map(({ id }) => id);
}

function questionOf(message: Message) {
  const { id, channelId, text, review } = message;
  if (!review) throw new Error(`${id} asks nothing`);
  const { type, payload, response, respondedBy, openedAt, expiresAt, respondedAt, withdrawn } =
    review;
  return {
    id,
    channelId,
    type,
    status: review.status,
    title: titleOf(message),
    text,
    payload: wordsOf(type).hideInQuestion?.(payload) ?? payload,
    verdict: review.verdict,
    answer: answerText(review),
    comment: commentText(review),
    response,
    respondedBy,
    automatic: review.automatic,
    openedAt,
    expiresAt,
    respondedAt,
    withdrawnAt: withdrawn?.at ?? null,
    withdrawnWhy: withdrawn?.why ?? null,
    retractedBy: null,
    retractedAt: null,
  };
}

async function* retractedOnes(inbox: Inbox, caller: Caller, wanted: ExportEnded): Rows {
  let cursor: string | undefined;
  do {
    const page = await listRetracted(inbox, caller, { ...wanted, cursor, limit: 100 });
    for (const one of page.data) yield { place: placeAt(one.at, one.id), question: tombstone(one) };
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

const tombstone = ({ id, channelId, type, ...one }: Retracted): Row['question'] => ({
  id,
  channelId,
  type,
  status: 'retracted',
  title: null,
  text: null,
  payload: null,
  verdict: null,
  answer: one.selectedOption,
  comment: null,
  response: null,
  respondedBy: one.respondedBy,
  automatic: false,
  openedAt: null,
  expiresAt: null,
  respondedAt: null,
  withdrawnAt: null,
  withdrawnWhy: null,
  retractedBy: one.retractedBy,
  retractedAt: one.at,
  questionDigest: null,
  answerDigest: null,
});
