import { type Client, ok } from '../client/client.ts';
import { InboxError } from '../core/errors.ts';
import type { Message } from '../core/messages/schema.ts';
import { timerMs } from '../core/timers.ts';
import { type Connection, flagChannelId, withConnection } from './connect.ts';
import { UsageError } from './errors.ts';
import type { GlobalOptions } from './options.ts';
import { onOneLine } from './output.ts';

type Options = GlobalOptions & { channel?: string; clientId?: string };
type Sent = Omit<Parameters<Client['messages']['post']>[0], 'channelId' | 'clientId'>;
type Sending = {
  command: string;
  as: 'agent' | 'person';
  /** May look up users on the connection. */
  said: (connection: Connection) => Promise<Sent>;
};

const RETRY_MS = [250, 1000, 3000];

/**
 * Sends a message once. If the connection is lost, whether it arrived is unknown: it is sent again
 * under the same id, so that nobody is asked twice.
 */
export async function sendOnce(options: Options, { command, as, said }: Sending) {
  const clientId = options.clientId ?? `cli-${crypto.randomUUID()}`;
  const send = async (connection: Connection) => {
    const client = connection[as];
    const channelId = await channelFor(client, options.channel);
    const message = await ok(
      client.messages.post({ channelId, ...(await said(connection)), clientId }),
    );
    return { message, publicUrl: connection.publicUrl };
  };
  return retried(() => withConnection(options, command, send));
}

const MOST_NAMED = 20;

/** Returns the named channel, or the only one. */
async function channelFor(client: Client, named: string | undefined): Promise<string> {
  if (named !== undefined) return flagChannelId(client, named);
  const channels = await ok(client.agents.get());
  const [only, ...others] = channels;
  if (!only) throw new UsageError('No channels yet. Create one with `inbox channel create NAME`');
  if (others.length === 0) return only.id;
  const names = channels.slice(0, MOST_NAMED).map(({ name }) => onOneLine(name));
  const more = channels.length > MOST_NAMED ? ', …' : '';
  throw new UsageError(`--channel is required. Channels: ${names.join(', ')}${more}`);
}

async function retried(send: () => Promise<{ message: Message; publicUrl: string | null }>) {
  for (const waitMs of RETRY_MS) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof InboxError) || error.code !== 'unavailable') throw error;
      await Bun.sleep(timerMs(waitMs));
    }
  }
  return send();
}
