/** A text that a person's program sent as several messages: the first is answered, and the rest is passed over. */
import { readState, writeState } from '../../storage/state.ts';
import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';

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

const NAME = 'telegram:parts';
const FOLLOW_MS = 10_000;
const MOST = 100;

/** Notes that the first part was answered. */
export const noteAnswered = (inbox: Inbox, part: Part): Promise<void> =>
  changeByItself(inbox, async (tx) => {
    const nowMs = inbox.now();
    const before = (await readState<Answered[]>(tx, NAME)) ?? [];
    const others = before.filter(({ untilMs }) => nowMs < untilMs).slice(1 - MOST);
    await writeState(tx, NAME, [...others, { ...part, untilMs: nowMs + FOLLOW_MS }]);
  });

/** Returns whether another part of the same was answered a moment ago. */
export async function isRest({ store, now }: Inbox, part: Part): Promise<boolean> {
  const answered = (await readState<Answered[]>(store.read, NAME)) ?? [];
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
