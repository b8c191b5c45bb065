import { ok } from '../../client/client.ts';
import { followLive } from '../../client/live.ts';
import { POLLS, type Way } from '../../client/socket.ts';
import { InboxError } from '../../core/errors.ts';
import { connectToServer } from '../connect.ts';
import type { GlobalOptions } from '../options.ts';
import type { Printer } from './printer.ts';

type Where = {
  channel: string | undefined;
  after: string;
  /** Agents hear what people must not, such as the passwords of a form. */
  as?: 'agent' | 'person';
};
/** The names of the channels by their ids. */
export type ChannelNames = Map<string, string>;

/** Until it is interrupted, or no longer let in. Says once that there is nobody to follow. */
export async function follow(
  options: GlobalOptions,
  { channel, after, as = 'person' }: Where,
  names: ChannelNames,
  printer: Printer,
): Promise<never> {
  let isCutOff = false;
  let hasBegun = false;
  const cutOff = (sentence: string) => {
    if (!isCutOff) printer.note(sentence);
    isCutOff = true;
  };
  const source = async () => {
    const connection = await connectToServer(options);
    if (connection === null || connection.url === null) {
      cutOff('No server is running; waiting for `inbox serve`.');
      throw new Error('No server to follow');
    }
    const { url, agent, agentCredentials, person, credentials } = connection;
    for (const { id, name } of await ok(person.agents.get())) names.set(id, name);
    if (as === 'agent') return { url, credentials: agentCredentials, client: agent };
    return { url, credentials, client: person };
  };
  let hasSaid = false;
  const state = (now: 'caughtUp' | 'lost' | 'refused', way?: Way) => {
    if (way === 'polling' && !hasSaid) printer.note(`${POLLS}.`);
    hasSaid ||= way === 'polling';
    if (now === 'lost') cutOff('Connection lost; trying again.');
    if (now === 'caughtUp' && !hasBegun) printer.caughtUp?.();
    hasBegun ||= now === 'caughtUp';
    if (now !== 'caughtUp' || !isCutOff) return;
    printer.note('Connected.');
    isCutOff = false;
  };
  const live = followLive({ source, after, channel }, { event: printer.event, state });
  const refusal = (await live.ended) ?? '';
  throw new InboxError(refusal.endsWith('not found') ? 'not_found' : 'unauthenticated', refusal);
}
