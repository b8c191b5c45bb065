import { type Client, ok } from '../client/client.ts';
import { InboxError } from '../core/errors.ts';
import type { Message } from '../core/messages/schema.ts';
import { type Connection, findChannelId, withConnection } from './connect.ts';
import type { GlobalOptions } from './options.ts';

type Options = GlobalOptions & { channel: string; clientId?: string };
type Sent = Omit<Parameters<Client['messages']['post']>[0], 'channelId' | 'clientId'>;
type Sending = { command: string; as: 'agent' | 'person'; said: Sent };

const RETRY_MS = [250, 1000, 3000];

/**
 * Sends a message once. Where the connection is lost nobody knows whether it arrived: it is sent
 * again under the same id, so that nobody is asked twice.
 */
export async function sendOnce(options: Options, { command, as, said }: Sending) {
  const clientId = options.clientId ?? `cli-${crypto.randomUUID()}`;
  const send = async (connection: Connection) => {
    const client = connection[as];
    const channelId = await findChannelId(client, options.channel);
    const message = await ok(client.messages.post({ channelId, ...said, clientId }));
    return { message, publicUrl: connection.publicUrl };
  };
  return retried(() => withConnection(options, command, send));
}

async function retried(send: () => Promise<{ message: Message; publicUrl: string | null }>) {
  for (const waitMs of RETRY_MS) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof InboxError) || error.code !== 'unavailable') throw error;
      await Bun.sleep(waitMs);
    }
  }
  return send();
}
