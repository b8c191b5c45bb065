/**
 * Makes questions from a version that indexed only their message's text searchable by all their
 * texts.
 */

import { dropState, readState, writeState } from '../../storage/state.ts';
import type { Tx } from '../../storage/store.ts';
import { sqlOf } from '../../storage/words.ts';
import { change } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { fromJson } from '../json.ts';
import { searchableText } from '../reviews/words.ts';
import { inSlices, startSlice } from '../slices.ts';

/** The id of the last reindexed message; the upgrade sets it, and the end deletes it. */
export const INDEXED_UP_TO = 'questionsIndexedUpTo';
const LISTED = 100;

/** Continues where an earlier process stopped. */
export async function indexQuestions(inbox: Inbox): Promise<void> {
  const from = await readState<string>(inbox.store.read, INDEXED_UP_TO);
  if (from !== null) await inSlices(() => change(inbox, indexSome));
}

/** Returns whether more are left. */
async function indexSome(tx: Tx): Promise<boolean> {
  const hasTime = startSlice();
  const from = await readState<string>(tx, INDEXED_UP_TO);
  if (from === null) return false;
  const ids = await questionsAfter(tx, from);
  for (const id of ids) {
    await indexOne(tx, id);
    await writeState(tx, INDEXED_UP_TO, id);
    if (!hasTime()) return true;
  }
  if (ids.length === 0) await dropState(tx, INDEXED_UP_TO);
  return ids.length > 0;
}

async function questionsAfter(tx: Tx, from: string): Promise<string[]> {
  const rows = tx.selectFrom('reviews').select('messageId').where('messageId', '>', from);
  const some = await rows.orderBy('messageId').limit(LISTED).execute();
  return some.map(({ messageId }) => messageId);
}

async function indexOne(tx: Tx, messageId: string): Promise<void> {
  const row = await tx
    .selectFrom('reviews')
    .innerJoin('messages', 'messages.id', 'reviews.messageId')
    .select(['id', 'seq', 'text', 'streamState', 'type', 'payload'])
    .where('messageId', '=', messageId)
    .executeTakeFirst();
  if (!row || row.streamState === 'streaming') return;
  const words = searchableText(row.text, { ...row, payload: fromJson(row.payload) });
  if (words !== (row.text ?? '')) await sqlOf(tx).texts.addAgain(tx, row, words);
}
