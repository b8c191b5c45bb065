import { type Client, ok } from '../client/client.ts';
import { namedApart } from '../core/channels/names.ts';
import { type Connection, flagChannelId, withConnection } from './connection.ts';
import { UsageError } from './errors.ts';
import type { GlobalOptions } from './options.ts';
import { onOneLine } from './output.ts';
import { onceReached, reachUntil } from './polling.ts';

type Options = GlobalOptions & { channel?: string; clientId?: string };
type Sent = Omit<Parameters<Client['messages']['post']>[0], 'channelId' | 'clientId'>;
type Sending = {
  command: string;
  as: 'agent' | 'person';
  /** Until then it is tried again, and for a few seconds in any case. */
  deadline?: number;
  /** May look up users on the connection. */
  said: (connection: Connection) => Promise<Sent>;
};

/**
 * Sends a message once. If the connection is lost, whether it arrived is unknown: it is sent again
 * under the same id, so that nobody is asked twice.
 */
export async function sendOnce(options: Options, { command, as, deadline = 0, said }: Sending) {
  const clientId = options.clientId ?? `cli-${crypto.randomUUID()}`;
  const send = async (connection: Connection) => {
    const client = connection[as];
    const channelId = await channelFor(client, options.channel);
    const message = await ok(
      client.messages.post({ channelId, ...(await said(connection)), clientId }),
    );
    return { message, publicUrl: connection.publicUrl };
  };
  const forSeconds = reachUntil(Number.POSITIVE_INFINITY);
  const until = Number.isFinite(deadline) ? Math.max(deadline, forSeconds) : forSeconds;
  return onceReached(() => withConnection(options, command, send), until);
}

const MOST_NAMED = 20;

/** Returns the named channel, or the only one. */
async function channelFor(client: Client, named: string | undefined): Promise<string> {
  if (named !== undefined) return flagChannelId(client, named);
  const channels = await ok(client.agents.get());
  const [only, ...others] = channels;
  if (!only) throw new UsageError('No channels yet. Create one with `inbox channel create NAME`');
  if (others.length === 0) return only.id;
  const names = namedApart(channels)
    .slice(0, MOST_NAMED)
    .map(({ name }) => onOneLine(name));
  const more = channels.length > MOST_NAMED ? ', …' : '';
  throw new UsageError(`--channel is required. Channels: ${names.join(', ')}${more}`);
}
