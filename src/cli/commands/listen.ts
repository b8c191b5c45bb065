import { createHmac } from 'node:crypto';
import type { Command } from 'commander';
import { z } from 'zod';
import { ok, okWithHeaders } from '../../client/client.ts';
import { placeReached } from '../../client/place.ts';
import { InboxError } from '../../core/errors.ts';
import type { Message } from '../../core/messages/schema.ts';
import {
  type Connection,
  connectionToServer,
  flagChannelId,
  withConnection,
} from '../connection.ts';
import { UsageError } from '../errors.ts';
import { createForwarder } from '../forward.ts';
import type { GlobalOptions } from '../options.ts';
import { note } from '../output.ts';
import { followServer, knownChannels } from '../tail/follow.ts';

type Options = GlobalOptions & { channel?: string; forwardTo?: string };

const RETRY_MS = 1000;

const Url = z.url({ protocol: /^https?$/ });

export function defineListen(command: Command): void {
  command
    .option('-c, --channel <channel>', 'channel, by id or name')
    .option(
      '--forward-to <url>',
      'local URL to forward events to, such as http://localhost:3000/hook',
    )
    .addHelpText(
      'after',
      '\nBodies and signatures are the same as for a webhook. With only an API key, the signing secret is derived from the key: it is printed, and it is the same on every run.',
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox listen -c deploys --forward-to http://localhost:3000/hook',
    )
    .action((_: unknown, self: Command) => listen(self.optsWithGlobals()));
}

async function listen(options: Options): Promise<void> {
  const { channel: name, forwardTo: to } = options;
  if (name === undefined) throw new UsageError('--channel is required');
  if (to === undefined) throw new UsageError('--forward-to is required');
  if (!Url.safeParse(to).success) throw new UsageError('--forward-to must be an http or https URL');
  const { channel, secret, place } = await withConnection(options, 'inbox listen', (connection) =>
    prepare(connection, name),
  );
  const read = (id: string) => readAsAgent(options, id);
  const forwarder = createForwarder({ to, secret, read });
  const where = { channel, place, as: 'agent' as const };
  await followServer(options, where, knownChannels(), {
    event: forwarder.event,
    note,
    connected: () => note(`Forwarding events of “${name}” to ${to}.`),
  });
}

async function prepare(connection: Connection, name: string) {
  const channel = await flagChannelId(connection.agent, name);
  const secret = await secretOf(connection, channel);
  const { headers } = await okWithHeaders(connection.agent.agents({ id: channel }).get());
  return { channel, secret, place: placeReached(headers) };
}

/** For an owner the secret is the channel's; for a key it is derived from the key. */
async function secretOf({ person, agentCredentials }: Connection, id: string): Promise<string> {
  const webhook = await ok(person.agents({ id }).webhook.get()).catch((error) => {
    if (error instanceof InboxError && error.code === 'forbidden') return null;
    throw error;
  });
  if (webhook) return webhook.secret;
  const { apiKey = '', token = '' } = agentCredentials;
  const derived = createHmac('sha256', apiKey || token)
    .update(`listen:${id}`)
    .digest('base64');
  note(`Signing secret: whsec_${derived}`);
  return `whsec_${derived}`;
}

/** Retries until a server answers; null if the message was deleted. */
async function readAsAgent(options: Options, id: string): Promise<Message | null> {
  while (true) {
    try {
      const connection = await connectionToServer(options);
      if (connection) return await ok(connection.agent.messages({ id }).get());
    } catch (error) {
      if (error instanceof InboxError && error.code === 'not_found') return null;
    }
    await Bun.sleep(RETRY_MS);
  }
}
