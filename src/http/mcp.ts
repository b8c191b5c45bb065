/** The Model Context Protocol, by which agents ask: https://modelcontextprotocol.io/specification. */
import { Elysia } from 'elysia';
import { type ClientName, promptedClients } from '../agents/clients.ts';
import type { Agent, Caller } from '../core/access/callers.ts';
import { InboxError, invalidField } from '../core/errors.ts';
import type { Inbox } from '../core/inbox.ts';
import { isJsonObject } from '../core/json.ts';
import { questionLink } from '../core/urls.ts';
import type { McpAnswer, McpCall } from '../mcp/handler.ts';
import { foreignJson } from './body.ts';
import { callerOf } from './gates/caller.ts';
import type { Gates } from './gates/gates.ts';
import type { IncomingRequest } from './gates/incoming.ts';
import type { Large } from './large.ts';

type Options = {
  large: Large;
  gates: Gates;
  corsOrigins: readonly string[];
  /** Identifies the caller, and counts the request against the rate limit. */
  gate: (incoming: IncomingRequest) => Promise<void>;
};

export function mcpRoutes(inbox: Inbox, { large, gates, corsOrigins, gate }: Options) {
  let loaded: Promise<(request: Request, call: McpCall) => Promise<McpAnswer>> | undefined;
  const load = async () => (await import('../mcp/handler.ts')).createMcp(inbox);

  /** A page of another site must not ask in anyone's name, even if its name leads here. */
  function mustBeFromHere(request: Request): void {
    const { headers } = request;
    const { publicUrl } = inbox.ways;
    const host = URL.parse(`http://${headers.get('host')}`)?.hostname;
    const own = publicUrl === null ? null : new URL(publicUrl).hostname;
    if (own !== null && host !== own && !LOOPBACK.includes(host ?? '')) {
      throw new InboxError('misdirected', `This inbox is at ${own}: call it there`);
    }
    const origin = headers.get('origin');
    if (origin === null || corsOrigins.includes(origin) || gates.origins.isOwn(headers)) return;
    throw new InboxError(
      'forbidden',
      `Pages of ${origin.slice(0, 200)} may not call this inbox. Add it to INBOX_CORS_ORIGINS`,
    );
  }

  async function answer(prompted: ClientName | null, { request, set }: IncomingRequest) {
    mustBeFromHere(request);
    await gate({ request, set });
    const agent = mustHaveKey(callerOf(request));
    const body = await foreignJson({ request });
    if (body instanceof InboxError) return refusedBody(body);
    // Batches went with the version of June 2025; a thousand calls in one body would be one request.
    if (!isJsonObject(body)) {
      return refusedBody(invalidField([], 'The body must be one JSON-RPC message'));
    }
    return large.called(request, async () => {
      loaded ??= load();
      const linkOf = linksOf(inbox, request);
      const call = { agent, channelId: channelIn(request), linkOf, body, prompted };
      return (await loaded)(request, call);
    });
  }

  const routes = new Elysia({ prefix: '/mcp' }).post(
    '/',
    ({ request, set }) => answer(null, { request, set }),
    hidden,
  );
  for (const client of promptedClients) {
    routes.post(
      `/${client}-permissions`,
      ({ request, set }) => answer(client, { request, set }),
      hidden,
    );
  }
  return routes;
}

const hidden = { parse: 'none', detail: { hide: true } } as const;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

const channelIn = ({ headers }: Request) => headers.get('x-inbox-channel');

function mustHaveKey(caller: Caller | null): Agent {
  if (caller?.kind === 'agent' && caller.keyId !== null) return caller;
  throw new InboxError('forbidden', 'Agents ask with an API key (hp_…), and with nothing else');
}

/** Without a public URL people open it where the client calls it, as far as is known. */
function linksOf({ ways }: Inbox, { url }: Request) {
  const home = ways.publicUrl ?? new URL(url).origin;
  return (id: string) => questionLink(home, id);
}

/** An error of JSON-RPC: https://www.jsonrpc.org/specification#error_object. */
const refusedBody = ({ message, details }: InboxError) =>
  Response.json(
    {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: [message, details.detail].filter(Boolean).join(': ') },
    },
    { status: 400 },
  );
