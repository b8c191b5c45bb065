import { change } from '../change.ts';
import { idAt } from '../ids.ts';
import type { Inbox } from '../inbox.ts';
import { deleteSettled } from './table.ts';

const KEPT_FOR_MS = 30 * 24 * 60 * 60 * 1000;

/** Forgets what was delivered, and tests, a month ago. What failed stays as long as its message: a person may retry it. */
export const sweepDeliveries = (inbox: Inbox): Promise<void> =>
  change(inbox, (tx) => deleteSettled(tx, idAt(inbox.now() - KEPT_FOR_MS)));
