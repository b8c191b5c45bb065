import { changeByItself } from '../change.ts';
import { idAt } from '../ids.ts';
import type { Inbox } from '../inbox.ts';
import { inSlices } from '../slices.ts';
import { deleteSettled } from './table.ts';

const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;
const AT_ONCE = 200;

/**
 * Deletes tests and successful deliveries after a month. Failed ones stay as long as their message:
 * a person may retry them.
 */
export const sweepDeliveries = (inbox: Inbox): Promise<void> =>
  inSlices(() =>
    changeByItself(inbox, async (change) => {
      const gone = await deleteSettled(change, idAt(inbox.now() - KEPT_FOR_MS), AT_ONCE);
      return gone === AT_ONCE;
    }),
  );
