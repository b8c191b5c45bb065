/** The memory of a bot's updates, over restarts: how far they were handled, and what was just answered. */

import { changeByItself } from '../../core/change.ts';
import type { Inbox } from '../../core/inbox.ts';
import { readState, writeState } from '../../storage/state.ts';

const nameOf = (bot: string) => `telegram:${bot}`;

export const readPlace = async ({ store }: Inbox, bot: string): Promise<number> =>
  (await readState<number>(store.read, nameOf(bot))) ?? 0;

export const writePlace = (inbox: Inbox, bot: string, place: number): Promise<void> =>
  changeByItself(inbox, ({ tx }) => writeState(tx, nameOf(bot), place));

// A text that a person's program sent as several messages: the first is answered, and the rest is passed
// over.

/** A message in a chat; the later it was sent, the greater is its id. */
export type Part = {
  address: string;
  messageId: number;
  /** The message that it replies to; null for none. */
  replyTo: number | null;
  /** Shared by pictures that were sent together; null for a text. */
  group: string | null;
};

type Answered = Part & { untilMs: number };

const PARTS = 'telegram:parts';
const FOLLOW_MS = 10_000;
const MOST = 100;

/** Notes that the first part was answered. */
export const noteAnswered = (inbox: Inbox, part: Part): Promise<void> =>
  changeByItself(inbox, async ({ tx }) => {
    const nowMs = inbox.now();
    const before = (await readState<Answered[]>(tx, PARTS)) ?? [];
    const others = before.filter(({ untilMs }) => nowMs < untilMs).slice(1 - MOST);
    await writeState(tx, PARTS, [...others, { ...part, untilMs: nowMs + FOLLOW_MS }]);
  });

/** Returns whether another part of the same was answered a moment ago. */
export async function isRest({ store, now }: Inbox, part: Part): Promise<boolean> {
  const answered = (await readState<Answered[]>(store.read, PARTS)) ?? [];
  return answered.some(
    (one) =>
      one.address === part.address &&
      one.group === part.group &&
      // A reply to another message is an answer of its own.
      (part.replyTo === null || part.replyTo === one.replyTo) &&
      one.messageId < part.messageId &&
      now() < one.untilMs,
  );
}
