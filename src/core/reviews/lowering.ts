/**
 * An agent cannot alarm people without end: a channel and a key each have a number of critical questions an hour.
 * Further ones are listed as `high`, and one notification counts them.
 */
import { criticalPerHour } from '../channels/stored.ts';
import type { Change } from '../inbox.ts';
import type { Urgency } from '../notify/names.ts';
import { toTimestamp } from '../time.ts';
import { forget, keep, kept } from './lowering-table.ts';

const HOUR_MS = 60 * 60 * 1000;
const MOST_OF_A_KEY = 10;

type Asked = { channelId: string; askedBy: string | null; urgency: Urgency };
type Judged = { urgency: Urgency; lowered: boolean };

/** Returns how urgent a question is that is being written, and opens later. */
export async function judgeUrgency({ inbox, tx }: Change, asked: Asked): Promise<Judged> {
  const { urgency } = asked;
  if (urgency !== 'critical') return { urgency, lowered: false };
  const since = toTimestamp(inbox.now() - HOUR_MS);
  const [counts = { ofChannel: 0, ofKey: 0 }] = await kept(tx, { ...asked, since });
  const isLeft =
    counts.ofChannel < (await criticalPerHour(tx, asked.channelId)) &&
    (asked.askedBy === null || counts.ofKey < MOST_OF_A_KEY);
  return isLeft ? { urgency, lowered: false } : { urgency: 'high', lowered: true };
}

/** Returns how urgent a question is that opens. One that stays critical takes a place for an hour. */
export async function takeUrgency(change: Change, asked: Asked): Promise<Judged> {
  const { inbox, tx } = change;
  const judged = await judgeUrgency(change, asked);
  if (judged.urgency === 'critical') {
    const { channelId, askedBy } = asked;
    await forget(tx, { since: toTimestamp(inbox.now() - HOUR_MS) });
    await keep(tx, { channelId, askedBy, at: toTimestamp(inbox.now()) });
  }
  return judged;
}
