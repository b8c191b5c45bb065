/**
 * The tools by which an agent asks people, for every client that speaks the Model Context Protocol:
 * https://modelcontextprotocol.io/specification. None of them answers a question.
 */
import { randomUUID } from 'node:crypto';
import { type CallToolResult, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { InboxError } from '../core/errors.ts';
import { Id } from '../core/ids.ts';
import type { JsonObject } from '../core/json.ts';
import type { Message } from '../core/messages/schema.ts';
import { version } from '../version.ts';
import { type ClientInfo, clientInfoIn } from './handshake.ts';
import type { McpInbox, Sent } from './inbox.ts';
import type { ToolOption } from './kind.ts';
import { kindMeant, toolKindNames, toolKinds } from './kinds.ts';
import { both, Checked, Notified, Result, Results, resultOf, textOf } from './results.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_WAITED = 20;
const LONGEST_WAIT_SECONDS = 110;

const WaitSeconds = z
  .number()
  .min(0)
  .max(LONGEST_WAIT_SECONDS)
  .default(45)
  .describe('How long to wait for the answer now');

const Option = z.union([
  z.string().min(1).max(500),
  z.object({
    id: z.string().min(1).max(200).optional(),
    label: z.string().min(1).max(500),
    description: z.string().max(2000).optional(),
    decision: z
      .enum(['allow', 'deny'])
      .optional()
      .describe('Of kind approve: whether it is a yes or a no'),
  }),
]);
type Option = z.infer<typeof Option>;

const Ask = z.object({
  question: z.string().min(1).max(500).describe('What to decide, in one sentence'),
  details: z
    .string()
    .max(100_000)
    .optional()
    .describe('Everything that a person needs to decide, as Markdown'),
  kind: z
    .enum(toolKindNames)
    .optional()
    .describe('approve: yes or no (the default); choose: one of the options; form; text'),
  options: z.array(Option).min(1).max(50).optional().describe('Labels, or more about each'),
  multiple: z.boolean().optional().describe('Of kind choose: several options may be chosen'),
  fields: z
    .array(z.looseObject({ name: z.string(), type: z.string(), label: z.string() }))
    .min(1)
    .max(100)
    .optional()
    .describe(
      'Of kind form: text, textarea, number, range, select (with options), checkbox, date, time, datetime, email, url or password',
    ),
  expires_minutes: z
    .number()
    .int()
    .min(1)
    .max(30 * 24 * 60)
    .default(24 * 60)
    .describe('After this the question is not answered any longer'),
  wait_seconds: WaitSeconds,
  request_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The same id with the same question is the first question, not another one'),
});
type Ask = z.infer<typeof Ask>;

const Wait = z.object({
  ids: z.array(Id).min(1).max(MOST_WAITED).describe('From `ask` or `check`'),
  wait_seconds: WaitSeconds,
});

const Check = z.object({});

const Notify = z.object({
  text: z.string().min(1).max(100_000).describe('Markdown'),
  status: z
    .string()
    .max(2000)
    .optional()
    .describe('What you are doing now, beside the name of the channel'),
});

const Withdraw = z.object({
  id: Id,
  reason: z.string().max(500).optional().describe('People read it'),
});

const harmless = { destructiveHint: false, openWorldHint: false };
const reading = { ...harmless, readOnlyHint: true };

export type Origin = {
  inbox: McpInbox;
  /** The client, if it has said so before this call. */
  client: ClientInfo | undefined;
  /** One run of the agent, if that is known. */
  session: string | null;
  perform: Perform;
};

/** Does the work of a call, whose signal ends it once its client has left. */
export type Perform = (
  work: (signal: AbortSignal) => Promise<CallToolResult>,
  context: ServerContext,
) => Promise<CallToolResult>;

/** A server whose tools never change: no client need ask when they do. */
export const newServer = (): McpServer =>
  new McpServer(
    { name: 'agent-inbox', title: 'Agent Inbox', version },
    { capabilities: { tools: { listChanged: false } } },
  );

/** Creates the server of one call, or of one connection. */
export function askingServer({ inbox, client, session, perform }: Origin): McpServer {
  const server = newServer();

  const answer = (
    context: ServerContext,
    work: (signal: AbortSignal) => Promise<CallToolResult>,
  ): Promise<CallToolResult> => perform((signal) => orRefusal(work(signal)), context);

  /** Says where a question comes from, as its agent has it. */
  function sourceOf(context: ServerContext, callId?: string): JsonObject {
    const begun = clientInfoIn(server.server.getClientVersion());
    const { name = 'MCP', version: own } = infoIn(context) ?? begun ?? client ?? {};
    const known = { client: name, version: own, session, callId };
    return Object.fromEntries(
      Object.entries(known).filter(([, value]) => value !== undefined && value !== null),
    );
  }

  server.registerTool(
    'ask',
    {
      title: 'Ask a person',
      description:
        'Asks a person, who may answer after seconds or hours. Returns the answer, or `pending` with an id for `wait`. Only `approved: true` is a yes.',
      inputSchema: Ask,
      outputSchema: Result,
      annotations: harmless,
    },
    (input, context) => {
      const source = sourceOf(context, input.request_id ?? toolUseIn(context));
      return answer(context, (signal) => ask(inbox, input, source, signal));
    },
  );

  server.registerTool(
    'wait',
    {
      title: 'Wait for an answer',
      description:
        'Waits for questions that are pending, and returns when the first of them is no longer. Call it again while all are.',
      inputSchema: Wait,
      outputSchema: Results,
      annotations: { ...reading, idempotentHint: true },
    },
    (input, context) => answer(context, (signal) => wait(inbox, input, signal)),
  );

  server.registerTool(
    'check',
    {
      title: 'Check your questions',
      description: 'Lists the questions of the last 24 hours: those pending, and those answered.',
      inputSchema: Check,
      outputSchema: Checked,
      annotations: { ...reading, idempotentHint: true },
    },
    (_, context) => answer(context, () => check(inbox)),
  );

  server.registerTool(
    'notify',
    {
      title: 'Write to people',
      description: 'Writes a message that asks nothing, such as a report or the end of a task.',
      inputSchema: Notify,
      outputSchema: Notified,
      annotations: harmless,
    },
    (input, context) => answer(context, () => notify(inbox, input, sourceOf(context))),
  );

  server.registerTool(
    'withdraw',
    {
      title: 'Withdraw a question',
      description: 'Withdraws a question of yours that need not be answered any longer.',
      inputSchema: Withdraw,
      outputSchema: Result,
      annotations: { ...harmless, idempotentHint: true },
    },
    ({ id, reason }, context) =>
      answer(context, async () => shown(inbox, await inbox.withdraw(id, reason))),
  );

  return server;
}

// The work of the tools. A call may be held for minutes: none of these keeps the server of its call.

async function ask(
  inbox: McpInbox,
  input: Ask,
  source: JsonObject,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const asked = await inbox.send({ ...questionOf(input), metadata: { source } });
  const ms = input.wait_seconds * 1000;
  if (asked.review?.status !== 'pending' || ms === 0) return shown(inbox, asked);
  return shown(inbox, await inbox.wait(asked.id, ms, signal));
}

async function wait(
  inbox: McpInbox,
  { ids, wait_seconds }: z.infer<typeof Wait>,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const messages = await firstEnded(inbox, ids, wait_seconds * 1000, signal);
  const results = messages.map((message) => resultIn(inbox, message));
  return both({ results }, results.map(textOf).join('\n\n'));
}

async function check(inbox: McpInbox): Promise<CallToolResult> {
  const found = await inbox.own(new Date(Date.now() - DAY_MS).toISOString());
  const results = (messages: Message[]) => messages.map((message) => resultIn(inbox, message));
  const [waiting, answered] = [results(found.waiting), results(found.answered)];
  const text = [...waiting, ...answered].map(textOf).join('\n\n');
  return both({ waiting, answered }, text || 'No question of the last 24 hours.');
}

async function notify(
  inbox: McpInbox,
  { text, status }: z.infer<typeof Notify>,
  source: JsonObject,
): Promise<CallToolResult> {
  const { id } = await inbox.send({ text, metadata: { source } });
  if (status !== undefined) await inbox.setStatus(status);
  return both({ id, link: inbox.linkOf(id) }, 'Written. Nobody was asked anything.');
}

const resultIn = (inbox: McpInbox, message: Message): Result =>
  resultOf(message, inbox.linkOf(message.id));

function shown(inbox: McpInbox, message: Message): CallToolResult {
  const result = resultIn(inbox, message);
  return both(result, textOf(result));
}

/** One connection, among others of the same key. */
export const newSession = (): string => randomUUID();

const INFO = 'io.modelcontextprotocol/clientInfo';

const infoIn = ({ mcpReq }: ServerContext): ClientInfo | undefined =>
  clientInfoIn((mcpReq.envelope as Record<string, unknown> | undefined)?.[INFO]);

/** The client's own id of the call, which is the same when it calls again. */
function toolUseIn({ mcpReq }: ServerContext): string | undefined {
  const id = mcpReq._meta?.['claudecode/toolUseId'];
  return typeof id === 'string' && id.length > 0 && id.length <= 200 ? id : undefined;
}

// The question, as the API has it.

function questionOf(input: Ask): Omit<Sent, 'metadata'> {
  const { question: title, details, expires_minutes, kind: named } = input;
  const asked = {
    options: input.options?.map(optionOf),
    multiple: input.multiple ?? false,
    fields: input.fields as JsonObject[] | undefined,
  };
  const { type, payload } = toolKinds[named ?? kindMeant(asked)];
  return {
    ...(details === undefined ? {} : { text: details }),
    review: { type, payload: { title, ...payload(asked) }, expiresInSeconds: expires_minutes * 60 },
  };
}

function optionOf(option: Option, index: number): ToolOption {
  const given = typeof option === 'string' ? { label: option } : option;
  return { ...given, id: given.id ?? `${index + 1}` };
}

// Waiting for several: the first that ends ends the waits for the others.

async function firstEnded(
  inbox: McpInbox,
  ids: readonly string[],
  ms: number,
  signal: AbortSignal,
): Promise<Message[]> {
  const [only, second] = ids;
  if (only !== undefined && second === undefined) return [await inbox.wait(only, ms, signal)];
  const now = await Promise.all(ids.map((id) => inbox.wait(id, 0, signal)));
  if (ms === 0 || now.some(({ review }) => review?.status !== 'pending')) return now;
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  try {
    await Promise.race(ids.map((id) => inbox.wait(id, ms, either)));
  } finally {
    ending.abort();
  }
  return Promise.all(ids.map((id) => inbox.wait(id, 0, signal)));
}

/** An error of the inbox is a result that the model reads, with what to do. */
async function orRefusal(result: Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof InboxError)) throw error;
    const text = [error.message, ...faultsIn(error)].join('\n');
    return { isError: true, content: [{ type: 'text', text }] };
  }
}

/** The arguments by the names that the tool has for them. */
function faultsIn({ details }: InboxError): string[] {
  const { issues } = (details ?? {}) as { issues?: { path: string[]; message: string }[] };
  return (issues ?? []).map(({ path, message }) => {
    const [first, second, third, ...rest] = path;
    const named = first === 'review' && second === 'payload' ? [third, ...rest] : path;
    const words = named.map((part) => (part === 'items' ? 'options' : part)).join('.');
    return `${words === '' ? 'The call' : words}: ${message}`;
  });
}
