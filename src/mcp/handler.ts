/** Serves the tools over HTTP, to clients of the versions with and without a handshake; each call on its own. */
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import type { ClientName } from '../agents/clients.ts';
import { prompts } from '../agents/prompts.ts';
import type { Agent } from '../core/access/callers.ts';
import type { Inbox } from '../core/inbox.ts';
import { inboxOfCore } from './core.ts';
import type { McpInbox } from './inbox.ts';
import { permissionServer } from './permissions.ts';
import { askingServer } from './tools.ts';

export type McpCall = {
  agent: Agent;
  channelId: string | null;
  linkOf: McpInbox['linkOf'];
  body: unknown;
  /** The client whose tool asks for permissions; null for the tools that ask people. */
  prompted: ClientName | null;
};

/** The longest time without a byte. */
const ALIVE_EVERY_MS = 15_000;

export function createMcp(inbox: Inbox) {
  const calls = new WeakMap<Request, McpCall>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const call = requestInfo && calls.get(requestInfo);
      if (!call) throw new Error('The call is not known');
      return serverOf(inbox, call);
    },
    {
      responseMode: 'sse',
      keepAliveMs: ALIVE_EVERY_MS,
      onerror: (err) => inbox.log.debug({ err }, 'a call of MCP was refused'),
    },
  );
  return async (request: Request, call: McpCall): Promise<Response> => {
    calls.set(request, call);
    return handler.fetch(request, { parsedBody: call.body });
  };
}

function serverOf(inbox: Inbox, { agent, channelId, linkOf, prompted }: McpCall): McpServer {
  const prompt = prompted && prompts[prompted];
  if (prompted && prompt) {
    return permissionServer(inbox, { agent, channelId, client: prompted, prompt });
  }
  const own = inboxOfCore(inbox, agent, { channelId, linkOf });
  return askingServer({ inbox: own, client: null, session: null });
}
