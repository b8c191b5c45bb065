/** What the log keeps of each event. */
import { logEvent, nextSeq } from '../../storage/event-log.ts';
import type { Tx } from '../../storage/open.ts';
import type { Caller } from '../access/callers.ts';
import { type EventPayload, type InboxEvent, isLogged, type LoggedName } from '../events.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';

/** What an event is about, and what its subject, as it is later, can't tell. */
type Entry = { channelId: string | null; subjectId: string | null; payload?: object };

const ofMessage = ({ id, channelId }: { id: string; channelId: string }): Entry => ({
  channelId,
  subjectId: id,
});
const ofReview = ({ messageId, channelId }: { messageId: string; channelId: string }): Entry => ({
  channelId,
  subjectId: messageId,
});
const ofChannel = ({ id }: { id: string }): Entry => ({ channelId: id, subjectId: id });

/** Only what is pending is answered. */
const WAS_PENDING = { was: { pending: true } };

const entries: { [Name in LoggedName]: (payload: EventPayload<Name>) => Entry } = {
  'access:changed': (payload) => ({
    channelId: null,
    subjectId: 'keyId' in payload ? payload.keyId : payload.userId,
    payload,
  }),
  'agent:created': ofChannel,
  'agent:updated': ofChannel,
  'agent:status': ({ agentId }) => ({ channelId: agentId, subjectId: agentId }),
  'agent:deleted': ofChannel,
  'message:created': ofMessage,
  'message:updated': ofMessage,
  'message:deleted': ({ was, ...message }) => ({ ...ofMessage(message), payload: { was } }),
  'messages:pruned': (payload) => ({ channelId: payload.channelId, subjectId: null, payload }),
  'message:delivery': ofReview,
  'review:responded': (message) => ({ ...ofMessage(message), payload: WAS_PENDING }),
  'review:expired': ({ was, ...review }) => ({ ...ofReview(review), payload: { was } }),
};

/** The events that a message, as it is now, completes. */
const aboutMessages = new Set<string>([
  ...(['message:created', 'message:updated', 'message:deleted'] as const),
  ...(['message:delivery', 'review:responded', 'review:expired'] as const),
] satisfies LoggedName[]);

export const isAboutMessage = (event: string) => aboutMessages.has(event);

/** The channel that an event is about; null for none. */
export const channelOf = <Name extends LoggedName>(name: Name, payload: EventPayload<Name>) =>
  entries[name](payload).channelId;

type Noted = { seq?: number; by?: Caller } | undefined;

/** Within a change: writes an event to the log; its number, or null if it is not logged. */
export function log(inbox: Inbox, tx: Tx, event: InboxEvent, noted: Noted): number | null {
  if (!isLogged(event)) return null;
  const { name, payload } = event;
  const seq = noted?.seq ?? ('seq' in payload ? payload.seq : nextSeq(tx));
  const { channelId, subjectId, payload: kept } = entries[name](payload as never);
  logEvent(tx, {
    seq,
    at: toTimestamp(inbox.now()),
    event: name,
    ...{ channelId, subjectId },
    actor: noted?.by ? actorOf(noted.by) : null,
    payload: kept ? JSON.stringify(kept) : null,
  });
  return seq;
}

const actorOf = (by: Caller) => (by.kind === 'human' ? by.userId : by.keyId);
