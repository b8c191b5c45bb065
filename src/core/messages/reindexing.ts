/** Makes messages from earlier versions searchable as new ones are, after an upgrade. */
import { isDecomposed } from '../../storage/search.ts';
import { dropState, readState, writeState } from '../../storage/state.ts';
import type { Tx } from '../../storage/store.ts';
import { sqlOf } from '../../storage/words.ts';
import { changeByItself } from '../change.ts';
import type { Change, Inbox } from '../inbox.ts';
import { fromJson } from '../json.ts';
import { searchableText } from '../reviews/words.ts';
import { inSlices, startSlice } from '../slices.ts';

const LISTED = 1000;

type Pass = {
  /** The state with the id of the last message; an upgrade sets it, and the end deletes it. */
  name: string;
  idsAfter: (tx: Tx, from: string) => Promise<string[]>;
  /** Whether a message was indexed otherwise, given all its words. */
  isOlder: (words: string, text: string) => boolean;
};

export const passes: Pass[] = [
  // Only the text of a question was indexed.
  {
    name: 'questionsIndexedUpTo',
    idsAfter: questionsAfter,
    isOlder: (words, text) => words !== text,
  },
  // Letters were indexed as they were composed.
  { name: 'composedUpTo', idsAfter: messagesAfter, isOlder: isDecomposed },
];

/** Continues where an earlier process stopped. */
export async function indexOlder(inbox: Inbox): Promise<void> {
  for (const pass of passes) {
    const from = await readState<string>(inbox.store.read, pass.name);
    if (from !== null)
      await inSlices(() => changeByItself(inbox, (change) => indexSome(change, pass)));
  }
}

/** Returns whether more are left. */
async function indexSome(change: Change, { name, idsAfter, isOlder }: Pass): Promise<boolean> {
  const { tx } = change;
  const hasTime = startSlice();
  const from = await readState<string>(tx, name);
  if (from === null) return false;
  const ids = await idsAfter(tx, from);
  for (const [at, id] of ids.entries()) {
    await indexOne(change, id, isOlder);
    if (hasTime() && at + 1 < ids.length) continue;
    await writeState(tx, name, id);
    return true;
  }
  await dropState(tx, name);
  return false;
}

async function questionsAfter(tx: Tx, from: string): Promise<string[]> {
  const rows = tx.selectFrom('reviews').select('messageId').where('messageId', '>', from);
  const some = await rows.orderBy('messageId').limit(LISTED).execute();
  return some.map(({ messageId }) => messageId);
}

async function messagesAfter(tx: Tx, from: string): Promise<string[]> {
  const rows = tx.selectFrom('messages').select('id').where('id', '>', from);
  const some = await rows.orderBy('id').limit(LISTED).execute();
  return some.map(({ id }) => id);
}

async function indexOne({ tx }: Change, id: string, isOlder: Pass['isOlder']): Promise<void> {
  const row = await tx
    .selectFrom('messages')
    .leftJoin('reviews', 'messages.id', 'reviews.messageId')
    .select(['id', 'seq', 'text', 'streamState', 'type', 'payload'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || row.streamState === 'streaming') return;
  const { type, payload } = row;
  const review = type === null ? null : { type, payload: fromJson(payload) };
  const words = searchableText(row.text, review);
  if (isOlder(words, row.text ?? '')) await sqlOf(tx).texts.addAgain(tx, row, words);
}
