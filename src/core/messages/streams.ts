import type { Caller } from '../access/callers.ts';
import { mustBeAgent, scopeOf } from '../access/permissions.ts';
import { changeBy, changeByItself } from '../change.ts';
import { noteCall } from '../channels/alive.ts';
import { InboxError, invalidField, notFound } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { withReachWithin } from '../notify/reach.ts';
import { settleExpired } from '../reviews/expiry.ts';
import { endDraftedReview } from '../reviews/opening.ts';
import { inSlices, startSlice } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import type { Message, UpdateStream } from './schema.ts';
import { getWritten } from './stored.ts';
import { abandonedDrafts, messagesOfStream, setText } from './table.ts';
import { asSeenBy } from './views.ts';

const ABANDONED_MS = 5 * 60_000;
const ABORTED_AT_ONCE = 20;

/**
 * Replaces the text of a draft, and ends it if the update says so. Once ended, it accepts the same
 * end again, from a sender that did not receive the response, and nothing else.
 */
export async function updateStream(
  inbox: Inbox,
  caller: Caller,
  streamId: string,
  input: UpdateStream,
): Promise<Message> {
  mustBeAgent(caller);
  await settleExpired(inbox);
  const message = await changeBy(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const drafts = await messagesOfStream(tx, scopeOf(caller, input.channelId), streamId);
    const [draft] = drafts;
    if (!draft) throw notFound('Stream');
    if (drafts.length > 1) {
      throw invalidField(
        ['channelId'],
        'Several channels have a stream with this streamId. Pass channelId',
      );
    }
    await noteCall(change, draft.channelId);
    if (draft.streamState !== 'streaming') return sameEnd(draft, input);
    const set = {
      text: input.text,
      streamState: endOf(input) ?? ('streaming' as const),
      updatedAt: toTimestamp(inbox.now()),
    };
    await setText(change, draft.id, set);
    const message = await withReachWithin(change, await getWritten(tx, draft.id));
    if (set.streamState !== 'streaming') {
      return endDraftedReview(change, message, caller);
    }
    emit('message:updated', message, { by: caller });
    return message;
  });
  return asSeenBy(caller, message);
}

/** Ends drafts without an update for 5 minutes; their text is kept. */
export async function abortAbandoned(inbox: Inbox): Promise<void> {
  await inSlices(() => changeByItself(inbox, (change) => abortSome(change)));
}

/** Ends as many as there is time for; returns whether more are left. */
async function abortSome(change: Change): Promise<boolean> {
  const { inbox, tx } = change;
  const hasTime = startSlice();
  const before = toTimestamp(inbox.now() - ABANDONED_MS);
  const updatedAt = toTimestamp(inbox.now());
  const drafts = await abandonedDrafts(tx, before, ABORTED_AT_ONCE);
  for (const [index, { id, text }] of drafts.entries()) {
    if (index > 0 && !hasTime()) return true;
    await setText(change, id, { text, streamState: 'aborted', updatedAt });
    await endDraftedReview(change, await getWritten(tx, id));
  }
  return drafts.length === ABORTED_AT_ONCE;
}

function endOf({ complete, streamState }: UpdateStream): 'complete' | 'aborted' | undefined {
  if (complete) return 'complete';
  return streamState === 'streaming' ? undefined : streamState;
}

function sameEnd(message: Message, input: UpdateStream): Message {
  if (message.text === input.text) return message;
  throw new InboxError('conflict', 'Stream already completed with different text', {
    status: message.streamState,
  });
}
