import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Command } from 'commander';
import { type Client, createClient, ok } from '../../client/client.ts';
import { configOf, readSettings } from '../../config.ts';
import { InboxError } from '../../core/errors.ts';
import { nameOnOneLine } from '../../core/letters.ts';
import { questionLink } from '../../core/urls.ts';
import { inboxOfServer, type Served } from '../../mcp/client.ts';
import { askingServer, newSession, type Perform } from '../../mcp/tools.ts';
import { findRun } from '../../run-file.ts';
import { readConnected } from '../connected.ts';
import { flagChannelId, withAddress } from '../connection.ts';
import type { GlobalOptions } from '../options.ts';

type Options = GlobalOptions & { channel?: string };

export function defineMcp(command: Command): void {
  command
    .option('-c, --channel <channel>', 'channel, by id or name (default: the only channel)')
    .addHelpText(
      'after',
      `
Serves the tools by which an agent asks people, as a server of the Model Context Protocol over stdin and stdout. A client starts it; it may also call the inbox itself, at /mcp.

It asks with INBOX_API_KEY, else with the key of the only agent that \`inbox connect\` has connected, else with the local secret; never with a login. While the server is away the tools say so, and the next call tries again.

Example:
  $ echo '{"jsonrpc":"2.0","id":1,"method":"ping"}' | inbox mcp`,
    )
    .action((_: unknown, self: Command) => serve(self.optsWithGlobals()));
}

function serve(options: Options): void {
  const inbox = inboxOfServer(() => reach(options));
  const session = newSession();
  const perform: Perform = (work, { mcpReq }) => work(mcpReq.signal);
  serveStdio(() => askingServer({ inbox, client: undefined, session, perform }));
}

/** Finds the server, which may have been away at the last call. */
async function reach(options: Options): Promise<Served> {
  const { url, apiKey, publicUrl, channelId } = placeOf(options);
  const client = createClient(url, { apiKey });
  const linkOf = (id: string) => questionLink(publicUrl, id);
  try {
    return { client, channelId: await channelFor(client, options.channel, channelId), linkOf };
  } catch (error) {
    throw withAddress(error, url);
  }
}

type Place = {
  url: string;
  apiKey: string;
  /** Where people open it. */
  publicUrl: string;
  channelId: string | null;
};

/** A person's login is not looked for: an agent that asks with it would ask as that person. */
function placeOf({ url: given, data: at }: Options): Place {
  const { url, apiKey, data } = configOf(readSettings({ url: given, data: at }));
  const run = findRun(data);
  if (apiKey !== null) {
    const named = url ?? run?.url;
    if (named === undefined) throw away();
    const opened = url === null ? (run?.publicUrl ?? named) : named;
    return { url: named, apiKey, publicUrl: opened, channelId: null };
  }
  if (url !== null) {
    throw new InboxError('unauthenticated', `Set INBOX_API_KEY to a key of the inbox at ${url}`);
  }
  const [only, ...others] = Object.values(readConnected().clients);
  if (only?.state === 'done' && others.length === 0) {
    return { url: only.url, apiKey: only.key, publicUrl: only.url, channelId: only.channelId };
  }
  if (!run) throw away();
  return { url: run.url, apiKey: run.token, publicUrl: run.publicUrl ?? run.url, channelId: null };
}

const away = () =>
  new InboxError('unavailable', 'The inbox is not running here. Start it with `inbox serve`');

async function channelFor(
  client: Client,
  named: string | undefined,
  known: string | null,
): Promise<string> {
  if (named !== undefined) return flagChannelId(client, named);
  if (known !== null) return known;
  const channels = await ok(client.agents.get());
  const [only, ...others] = channels;
  if (only && others.length === 0) return only.id;
  const names = channels.map(({ name }) => nameOnOneLine(name)).join(', ');
  throw new InboxError(
    'invalid',
    only
      ? `Start \`inbox mcp\` with --channel and one of: ${names}`
      : 'This key has no channel. Create one with `inbox channel create NAME`',
  );
}
