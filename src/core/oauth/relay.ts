import type { Tx } from '../../storage/store.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeAgent } from '../access/permissions.ts';
import { changeBy, changeByItself } from '../change.ts';
import { getChannel, mustBeChannel } from '../channels/channels.ts';
import { InboxError } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { OAuthAnswer, OAuthStart } from './schema.ts';
import {
  countFlows,
  deleteExpiredFlows,
  deleteFlowsOf,
  deleteOldestFlow,
  flowByState,
  insertFlow,
  takeFlow,
} from './table.ts';

const LIFETIME_MS = 10 * 60_000;
/** The most flows of a channel. Its oldest is dropped first, so that the newest link always works. */
const MOST_OF_A_CHANNEL = 100;
/** Above this a start is refused: no channel ends another's flows. */
const MOST = 10_000;

/**
 * Shows a flow to the people of the channel. One with an `authUrl` is valid for 10 minutes for the
 * provider's redirect; starting it again renews that.
 */
export async function startOAuth(inbox: Inbox, caller: Caller, input: OAuthStart): Promise<void> {
  mustBeAgent(caller);
  await getChannel(inbox, caller, input.channelId);
  if (input.authUrl === null) {
    await mustBeOwnState(inbox.store.read, input, toTimestamp(inbox.now()));
    inbox.bus.announce({ name: 'oauth:start', payload: input });
    return;
  }
  await changeBy(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    await mustBeChannel(tx, caller.channels, input.channelId);
    await register(change, input);
    emit('oauth:start', input);
  });
}

/**
 * Passes the provider's redirect on to the agents of the flow's channel, once. Returns the flow's
 * provider; undefined for a state that is unknown, expired or used.
 */
export async function finishOAuth(
  inbox: Inbox,
  answer: OAuthAnswer,
): Promise<{ provider: string } | undefined> {
  // Read first: a guess costs no write.
  if (!(await findOAuth(inbox, answer))) return undefined;
  return changeByItself(inbox, async (change) => {
    const { emit } = change;
    const flow = await takeFlow(change, answer.state);
    if (!flow || flow.expiresAt <= toTimestamp(inbox.now())) return undefined;
    const { channelId, provider } = flow;
    const to = { channelId, state: answer.state, provider };
    if (answer.error === undefined) emit('oauth:code', { ...to, code: answer.code });
    else {
      const { error, errorDescription } = answer;
      emit('oauth:error', { ...to, error, errorDescription });
    }
    return { provider };
  });
}

/** Finds the flow that still expects its provider's redirect. */
export const findOAuth = ({ store, now }: Inbox, { state }: OAuthAnswer) =>
  flowByState(store.read, state, toTimestamp(now()));

/** Starts removing the flows of deleted channels. */
export function watchFlows({ bus }: Inbox): void {
  bus.within('agent:deleted', async (change, { id }) => {
    await deleteFlowsOf(change, id);
  });
}

/** A flow that is started again counts as its channel's newest. */
async function register(change: Change, input: OAuthStart): Promise<void> {
  const { inbox, tx } = change;
  const { state, channelId, provider } = input;
  const at = inbox.now();
  await mustBeOwnState(tx, input, toTimestamp(at));
  await deleteExpiredFlows(change, toTimestamp(at));
  await takeFlow(change, state);
  if ((await countFlows(tx, channelId)) >= MOST_OF_A_CHANNEL) {
    await deleteOldestFlow(change, channelId);
  }
  if ((await countFlows(tx)) >= MOST) {
    throw new InboxError('rate_limited', 'Too many pending OAuth flows: try again in a minute');
  }
  const expiresAt = toTimestamp(at + LIFETIME_MS);
  await insertFlow(change, { id: inbox.newId(), state, channelId, provider, expiresAt });
}

async function mustBeOwnState(db: Tx, { state, channelId }: OAuthStart, now: string) {
  const known = await flowByState(db, state, now);
  if (!known || known.channelId === channelId) return;
  throw new InboxError('conflict', "This state belongs to another channel's flow");
}
