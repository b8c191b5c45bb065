/** Shared by events about the same kind of record. */
import { statusOf } from '../channels/views.ts';
import { asListed, asSentToAgents } from '../messages/views.ts';
import type { CaughtUp } from './row.ts';

type In = { channelId: string };

export const asIs = <P>(payload: P) => payload;
export const toAll = { agents: asIs, people: asIs };

/** For callers who see the channel. */
export const inChannel = ({ channelId }: In) => ({ channelId });

const messageNow: CaughtUp = { from: 'message', shape: asIs };

export const aboutMessage = {
  channel: ({ channelId }: In) => channelId,
  subject: ({ id }: { id: string }) => id,
  audience: inChannel,
  live: toAll,
  caughtUp: messageNow,
};

export const aboutReview = {
  ...aboutMessage,
  subject: (of: { messageId: string }) => of.messageId,
};

/** Carries the message; people get no passwords. */
export const withMessage = {
  ...aboutMessage,
  live: { agents: asSentToAgents, people: asListed },
};

/** Concerns a channel and names its id. */
const ofChannel = <P>(idOf: (payload: P) => string, caughtUp: CaughtUp) => ({
  channel: idOf,
  subject: idOf,
  audience: (payload: P) => ({ channelId: idOf(payload) }),
  live: toAll,
  caughtUp,
});

export const aboutChannel = ofChannel(({ id }: { id: string }) => id, {
  from: 'channel',
  shape: asIs,
  gone: (id) => ({ id }),
});

export const aboutStatus = ofChannel(({ agentId }: { agentId: string }) => agentId, {
  from: 'channel',
  shape: statusOf,
  gone: (agentId) => ({ agentId }),
});
