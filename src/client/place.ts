/** How far a read reaches in the event log. */
import type { Place } from './follow/connection.ts';

/** Returns the position of a read: it includes all events up to there. */
export const placeReached = (headers: Headers): Place & { after: number } => ({
  after: Number(headers.get('inbox-seq')),
  log: `${headers.get('inbox-log')}`,
});
