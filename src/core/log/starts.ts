/**
 * The starts of the inbox, and whether its database is the one that ran last.
 *
 * A database that is put back by hand continues with numbers that its followers have seen on other
 * events. So each start draws a word, and the database keeps at which number each start began. A
 * follower names the log and the word of the start that answered it: a word that the database
 * lacks, or a number beyond the end of that start, belongs to another history.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { readState, writeState } from '../../storage/state.ts';
import type { Tx } from '../../storage/store.ts';
import { theInbox } from '../audit/action.ts';
import { record } from '../audit/record.ts';
import { HeldCount } from '../held-count.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import {
  KEPT,
  type Kept,
  keptOf,
  type Renewed,
  readStartNote,
  type Start,
  strangeTo,
  updateStartNote,
  writeStartNote,
} from './start-note.ts';
import { idOf, type LogState } from './state.ts';
import { deleteEvents, oldestEvent } from './table.ts';

const MOST_STARTS = 200;

const newLog = (): Kept => ({ log: randomUUID(), starts: [], renewed: null });

/** Starts another log for a restore: the logged events differ from what clients have seen since. */
export async function startLog(tx: Tx): Promise<void> {
  await deleteEvents(tx);
  await writeState(tx, KEPT, newLog());
}

type Opening = Pick<Inbox, 'data' | 'store' | 'log' | 'now'>;

/** Draws the word of this start, and reports a database that is not the one that ran last. */
export async function openLog({ data, store, log, now }: Opening): Promise<LogState> {
  const seq = store.lastSeq();
  const known = keptOf(await readState<string | Kept>(store.read, KEPT));
  const { log: name, starts: earlier, renewed: former } = known ?? newLog();
  const before = earlier.at(-1)?.word ?? null;
  const found = strangeTo(readStartNote(data), known, seq);
  const renewed = found ? { at: toTimestamp(now()), ...found } : former;
  const word = randomBytes(8).toString('hex');
  const oldest = (await oldestEvent(store.read)) ?? seq + 1;
  const kept = {
    log: name,
    starts: [...stillFollowed(earlier, oldest), { word, from: seq }],
    renewed,
  };
  if (found) log.warn(found, 'this database is not the one that ran last: was a copy put back?');
  try {
    // Before the database: a word that is in the database is always in the file too.
    writeStartNote(data, { word, before, seq });
    await store.commit(async (tx) => {
      await writeState(tx, KEPT, kept);
      if (found) await recordRenewal({ now }, tx, found);
    });
  } catch (err) {
    // The next start does not know the word, so that followers of this one read everything again.
    log.warn({ err }, 'this start could not be recorded');
  }
  const state: LogState = {
    id: idOf(name, word),
    kept,
    announced: seq,
    waiters: new Set(),
    held: new HeldCount(),
    isClosed: false,
    note: () => updateStartNote(data, { word, before, seq: state.announced }),
    noting: null,
  };
  return state;
}

const recordRenewal = (inbox: Pick<Inbox, 'now'>, tx: Tx, { missing }: Pick<Renewed, 'missing'>) =>
  record({ inbox, tx }, theInbox, {
    action: 'log.renewed',
    subject: { kind: 'inbox', id: null, name: null },
    detail: { missing },
  });

/** Leaves out each start that ended before the oldest event: nobody can continue from it. */
const stillFollowed = (starts: Start[], oldest: number) =>
  starts
    .filter((_, index) => (starts[index + 1]?.from ?? Number.POSITIVE_INFINITY) >= oldest - 1)
    .slice(1 - MOST_STARTS);
