/** Presses that another server keeps until the inbox reads them, even if it was down. */
import { readState, writeState } from '../../storage/state.ts';
import { changeByItself } from '../change.ts';
import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { confirm, decide, findConfirmation, findDecision } from './decide.ts';

/** `id` is the server's own, and in its order. */
export type Press = { id: string; text: string };

const LAST = 'lastPress';
type Last = { place: string; id: string };

/** Returns the id of the last press that was read from a place; null for none. */
export async function lastPressId({ store }: Inbox, place: string): Promise<string | null> {
  const last = await readState<Last>(store.read, LAST);
  return last?.place === place ? last.id : null;
}

/**
 * Gives the answer of a press or confirms by it, and remembers that it was read. One that is refused is only logged: nobody
 * waits for its result. Throws if it could not be stored, and is to be read again.
 */
export async function takePress(inbox: Inbox, place: string, { id, text }: Press): Promise<void> {
  await decideBy(inbox, place, text.trim()).catch((error) => mustBeRefusal(inbox, id, error));
  await changeByItself(inbox, (tx) => writeState(tx, LAST, { place, id } satisfies Last));
}

async function decideBy(inbox: Inbox, place: string, text: string): Promise<void> {
  const { host } = new URL(place);
  const confirmation = await findConfirmation(inbox, text);
  if (confirmation) return confirm(inbox, confirmation, host);
  const link = await findDecision(inbox, text);
  if (link) await decide(inbox, link, host);
}

function mustBeRefusal({ log }: Inbox, press: string, error: unknown): void {
  const isRefusal = error instanceof InboxError && error.code !== 'unavailable';
  if (!isRefusal) throw error;
  log.info({ press, reason: error.message }, 'a press was refused');
}
