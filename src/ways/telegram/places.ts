/** How far the updates of a bot were handled, over restarts. */

import { changeByItself } from '../../core/change.ts';
import type { Inbox } from '../../core/inbox.ts';
import { readState, writeState } from '../../storage/state.ts';

const nameOf = (bot: string) => `telegram:${bot}`;

export const readPlace = async ({ store }: Inbox, bot: string): Promise<number> =>
  (await readState<number>(store.read, nameOf(bot))) ?? 0;

export const writePlace = (inbox: Inbox, bot: string, place: number): Promise<void> =>
  changeByItself(inbox, (tx) => writeState(tx, nameOf(bot), place));
