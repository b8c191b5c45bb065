/** What events about the same kind of thing have in common. */
import { statusOf } from '../channels/views.ts';
import { asListed, asSentToAgents } from '../messages/views.ts';
import type { CaughtUp } from './row.ts';

type In = { channelId: string };

export const asIs = <P>(payload: P) => payload;
export const toAll = { agents: asIs, people: asIs };

/** For those who see the channel. */
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

/** It carries the message: people get no passwords. */
export const withMessage = {
  ...aboutMessage,
  live: { agents: asSentToAgents, people: asListed },
};

const channelNow: CaughtUp = { from: 'channel', shape: asIs, gone: (id) => ({ id }) };

export const aboutChannel = {
  channel: ({ id }: { id: string }) => id,
  subject: ({ id }: { id: string }) => id,
  audience: ({ id }: { id: string }) => ({ channelId: id }),
  live: toAll,
  caughtUp: channelNow,
};

const statusNow: CaughtUp = { from: 'channel', shape: statusOf, gone: (agentId) => ({ agentId }) };

export const aboutStatus = {
  channel: ({ agentId }: { agentId: string }) => agentId,
  subject: ({ agentId }: { agentId: string }) => agentId,
  audience: ({ agentId }: { agentId: string }) => ({ channelId: agentId }),
  live: toAll,
  caughtUp: statusNow,
};
