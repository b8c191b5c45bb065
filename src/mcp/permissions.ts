/** The one tool by which a coding agent asks whether a tool of its own may run. The call is held until a person decides. */
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ClientName } from '../agents/clients.ts';
import type { Prompt } from '../agents/prompt.ts';
import type { Agent } from '../core/access/callers.ts';
import { InboxError } from '../core/errors.ts';
import { askByHook, channelOf } from '../core/hooks/hooks.ts';
import type { Inbox } from '../core/inbox.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { DEFAULT_EXPIRES_IN_SECONDS } from '../core/reviews/schema.ts';
import { newServer, type Perform } from './tools.ts';

const NOBODY = 'Nobody has decided. Do not do it.';
/** Nobody sits at the terminal of a client that asks in this way. */
const HOW = { by: 'mcp', notifyAfterSeconds: 0 } as const;

const Permission = z.object({
  tool_name: z.string().min(1).max(200),
  input: z.record(z.string(), z.unknown()),
  tool_use_id: z.string().min(1).max(200).optional(),
});

type Called = {
  agent: Agent;
  channelId: string | null;
  client: ClientName;
  prompt: Prompt;
  perform: Perform;
};

export function permissionServer(inbox: Inbox, called: Called): McpServer {
  const server = newServer();
  server.registerTool(
    'permission_prompt',
    {
      title: 'Ask a person for a permission',
      description: 'Asks a person whether a tool may run. Returns the decision once there is one.',
      inputSchema: Permission,
      annotations: { destructiveHint: false, openWorldHint: false },
    },
    (asked, context) =>
      called.perform(
        async (signal) => written(await decisionOn(inbox, called, asked, signal)),
        context,
      ),
  );
  return server;
}

async function decisionOn(
  inbox: Inbox,
  { agent, channelId, client, prompt }: Called,
  { tool_name: tool, input, tool_use_id: callId }: z.infer<typeof Permission>,
  signal: AbortSignal,
): Promise<JsonObject> {
  try {
    if (!isJsonObject(input)) return prompt.denied('The input must be an object');
    const call = prompt.ask({ tool, input, callId });
    if (call.does !== 'ask') {
      return prompt.denied(call.does === 'not understood' ? call.reason : NOBODY);
    }
    const hook = {
      client,
      version: null,
      channelId: channelOf(agent, { channelId }),
      expiresInSeconds: DEFAULT_EXPIRES_IN_SECONDS,
    };
    const asked = await askByHook(inbox, agent, hook, call, signal, HOW);
    return (await asked?.opinion) ?? prompt.denied(NOBODY);
  } catch (error) {
    if (!(error instanceof InboxError)) throw error;
    return prompt.denied(error.message);
  }
}

/** Clients read its text as JSON. */
const written = (decision: JsonObject): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(decision) }],
});
