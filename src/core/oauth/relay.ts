import type { Caller } from '../access/callers.ts';
import { mustBeAgent } from '../access/permissions.ts';
import { getChannel } from '../channels/channels.ts';
import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import type { Flow, Flows } from './flows.ts';
import type { OAuthAnswer, OAuthStart } from './schema.ts';

const LIFETIME_MS = 10 * 60_000;
/** A channel with so many loses its oldest, so that the newest link always works. */
const MOST_OF_A_CHANNEL = 100;
/** Over this a start is refused: no channel ends another's flows. */
const MOST = 10_000;

/**
 * Shows a flow to the people of the channel. One with an `authUrl` waits ten minutes for the
 * provider's redirect; a channel that starts it again gets ten minutes more.
 */
export async function startOAuth(inbox: Inbox, caller: Caller, input: OAuthStart): Promise<void> {
  mustBeAgent(caller);
  await getChannel(inbox, caller, input.channelId);
  const { oauth: flows } = inbox;
  forget(flows, ({ expiresAt }) => expiresAt <= inbox.now());
  const known = flows.get(input.state);
  if (known && known.channelId !== input.channelId) {
    throw new InboxError('conflict', "This state belongs to another channel's flow");
  }
  if (input.authUrl !== null) register(flows, input, inbox.now() + LIFETIME_MS);
  inbox.bus.announce({ name: 'oauth:start', payload: input });
}

/**
 * Hands what a provider's redirect brought to the agents of the flow's channel, once. Gives the
 * flow's provider; undefined for a state that is unknown, expired or used.
 */
export function finishOAuth(inbox: Inbox, answer: OAuthAnswer): { provider: string } | undefined {
  const { state } = answer;
  const flow = findOAuth(inbox, answer);
  inbox.oauth.delete(state);
  if (!flow) return undefined;
  const { channelId, provider } = flow;
  const to = { channelId, state, provider };
  if (answer.error === undefined) {
    inbox.bus.announce({ name: 'oauth:code', payload: { ...to, code: answer.code } });
  } else {
    const { error, errorDescription } = answer;
    inbox.bus.announce({ name: 'oauth:error', payload: { ...to, error, errorDescription } });
  }
  return { provider };
}

/** The flow that still waits for its provider. */
export function findOAuth({ oauth, now }: Inbox, { state }: OAuthAnswer) {
  const flow = oauth.get(state);
  return flow && flow.expiresAt > now() ? flow : undefined;
}

/** Starts to forget the flows of channels that are deleted. */
export function watchFlows({ bus, oauth }: Inbox): void {
  bus.on('agent:deleted', ({ id }) => forget(oauth, ({ channelId }) => channelId === id));
}

function register(flows: Flows, { state, channelId, provider }: OAuthStart, expiresAt: number) {
  flows.delete(state);
  const own: string[] = [];
  for (const [one, flow] of flows) if (flow.channelId === channelId) own.push(one);
  if (own.length >= MOST_OF_A_CHANNEL) flows.delete(own[0] ?? '');
  if (flows.size >= MOST) {
    throw new InboxError('rate_limited', 'Too many pending OAuth flows: try again in a minute');
  }
  flows.set(state, { channelId, provider, expiresAt });
}

function forget(flows: Flows, isOver: (flow: Flow) => boolean): void {
  for (const [state, flow] of flows) if (isOver(flow)) flows.delete(state);
}
