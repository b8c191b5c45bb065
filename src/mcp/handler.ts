/** Serves the tools over HTTP, to clients of the versions with and without a handshake; each call on its own. */
import {
  type CallToolResult,
  createMcpHandler,
  type McpServer,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { ClientName } from '../agents/clients.ts';
import { prompts } from '../agents/prompts.ts';
import type { Agent } from '../core/access/callers.ts';
import type { Inbox } from '../core/inbox.ts';
import type { JsonObject } from '../core/json.ts';
import { createCancelling } from './cancelling.ts';
import { inboxOfCore } from './core.ts';
import { type ClientInfo, clientOfSession, SESSION, sessionBegunBy } from './handshake.ts';
import type { McpInbox } from './inbox.ts';
import { permissionServer } from './permissions.ts';
import { askingServer, type Perform } from './tools.ts';

export type McpCall = {
  agent: Agent;
  channelId: string | null;
  linkOf: McpInbox['linkOf'];
  body: JsonObject;
  /** The client whose tool asks for permissions; null for the tools that ask people. */
  prompted: ClientName | null;
};

/** An answer, whose text may take until a person has decided; null for a call that its client has given up. */
export type McpAnswer = {
  status: number;
  headers: Headers;
  text: Promise<string | null> | string;
};

export function createMcp(inbox: Inbox) {
  const servers = new WeakMap<Request, McpServer>();
  const cancelling = createCancelling();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const server = requestInfo && servers.get(requestInfo);
      if (!server) throw new Error('The call is not known');
      return server;
    },
    {
      responseMode: 'sse',
      onerror: (err) => inbox.log.debug({ err }, 'a call of MCP was refused'),
    },
  );

  /** The library listens to the signal of its request for as long as that lives: it gets one of its own. */
  async function serve({ url, headers }: Request, call: McpCall, perform: Perform) {
    const request = new Request(url, { method: 'POST', headers });
    const client = clientOfSession(headers.get(SESSION));
    servers.set(request, serverOf(inbox, call, { client, perform }));
    const response = await handler.fetch(request, { parsedBody: call.body });
    const session = response.ok ? sessionBegunBy(call.body) : null;
    if (session !== null) response.headers.set(SESSION, session);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /**
   * The library reads the call and writes its result, by a server for each. In between only the work is left: a call
   * may be held for hours, and a server with its streams takes 20 KiB.
   */
  return async (request: Request, call: McpCall): Promise<McpAnswer> => {
    if (call.body.method === 'subscriptions/listen') return nothingChanges(call.body);
    let work: Promise<CallToolResult> | undefined;
    const under = cancelling.read(request, call);
    const read = await serve(request, call, async (begin) => {
      work ??= under.during(begin);
      return NOT_YET;
    });
    const begun = work;
    if (!begun) return read;
    const write = async () =>
      under.isGivenUp() ? null : (await serve(request, call, () => begun)).text;
    return { ...read, text: begun.then(write, write) };
  };
}

/** Some clients wait for the beginning of such a stream before they list the tools, and it would never end. */
function nothingChanges({ id = null }: JsonObject): McpAnswer {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: 'The tools here never change' };
  const headers = new Headers({ 'content-type': 'application/json' });
  return { status: 404, headers, text: JSON.stringify({ jsonrpc: '2.0', id, error }) };
}

const NOT_YET: CallToolResult = { isError: true, content: [] };

function serverOf(
  inbox: Inbox,
  { agent, channelId, linkOf, prompted }: McpCall,
  { client, perform }: { client: ClientInfo | undefined; perform: Perform },
): McpServer {
  const prompt = prompted && prompts[prompted];
  if (prompted && prompt) {
    return permissionServer(inbox, { agent, channelId, client: prompted, prompt, perform });
  }
  const own = inboxOfCore(inbox, agent, { channelId, linkOf });
  return askingServer({ inbox: own, client, session: null, perform });
}
