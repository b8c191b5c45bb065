import type { Inbox } from '../../core/inbox.ts';
import { type Attempt, recordNotices } from '../../core/notify/record.ts';

/** More would be one long write, for which all others would have to wait. */
const MOST_TOGETHER = 16;

type Part = { attempts: Attempt[]; stored: Promise<void> };

/**
 * Records attempts, those that end in one turn of the event loop together: their question is counted
 * once for all of them.
 */
export function createRecording(inbox: Inbox) {
  let open: Part | null = null;

  function begin(): Part {
    const attempts: Attempt[] = [];
    const part: Part = { attempts, stored: new Promise(setImmediate).then(() => store(part)) };
    return part;
  }

  function store(part: Part): Promise<void> {
    if (open === part) open = null;
    return recordNotices(inbox, part.attempts);
  }

  return (attempt: Attempt): Promise<void> => {
    if (open === null || open.attempts.length === MOST_TOGETHER) open = begin();
    open.attempts.push(attempt);
    return open.stored;
  };
}
