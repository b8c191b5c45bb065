/** One line for each framework. None is imported: each function takes and returns what its framework does. */
import type { Approval, Args, Call } from './index.ts';

type Asks = { approve(call: Call): Promise<Approval> };

/** AI SDK: `toolApproval: aiSdk(inbox)` of `generateText`, `streamText` and agents. */
export const aiSdk =
  (inbox: Asks) =>
  async ({ toolCall }: { toolCall: { toolName: string; toolCallId: string; input: unknown } }) => {
    const { toolName: tool, toolCallId: id, input } = toolCall;
    const outcome = await inbox.approve({ tool, id, args: argsIn(input) });
    return outcome.approved
      ? { type: 'approved' as const }
      : { type: 'denied' as const, reason: outcome.message };
  };

type ClaudeOptions = {
  signal?: AbortSignal | undefined;
  toolUseID?: string | undefined;
  description?: string | undefined;
};
type ClaudeResult =
  | { behavior: 'allow'; updatedInput: Args }
  | { behavior: 'deny'; message: string };

/** Claude Agent SDK: `canUseTool: claude(inbox)` of its options. */
export const claude =
  (inbox: Asks) =>
  async (
    tool: string,
    args: Args,
    { signal, toolUseID: id, description }: ClaudeOptions,
  ): Promise<ClaudeResult> => {
    const more = { ...(id ? { id } : {}), ...(description ? { description } : {}) };
    const outcome = await inbox.approve({ tool, args, editable: true, signal, ...more });
    return outcome.approved
      ? { behavior: 'allow', updatedInput: outcome.args ?? args }
      : { behavior: 'deny', message: outcome.message };
  };

type ActionRequest = { name: string; args: Args; description?: string };
type ReviewConfig = { actionName: string; allowedDecisions: string[] };
type Interrupt = {
  id?: string;
  value?: { actionRequests?: ActionRequest[]; reviewConfigs?: ReviewConfig[] };
};

/**
 * LangChain and LangGraph: invokes an agent with `humanInTheLoopMiddleware`, and resumes it as people decide.
 * `Command` is LangGraph's: `langGraph(inbox, Command, agent, input, config)`.
 */
export async function langGraph<Input, Config, Result>(
  inbox: Asks,
  Command: new (command: { resume: unknown }) => unknown,
  graph: { invoke(input: Input, config?: Config): Promise<Result> },
  input: Input,
  config?: Config,
): Promise<Result> {
  let result = await graph.invoke(input, config);
  for (let due = interruptsIn(result); due.length > 0; due = interruptsIn(result)) {
    const resumed = due.map(async ({ id = '', value }) => {
      const decisions = (value?.actionRequests ?? []).map((request, index) =>
        decide(inbox, `${id}/${index}`, request, value?.reviewConfigs),
      );
      return [id, { decisions: await Promise.all(decisions) }] as const;
    });
    const resume = Object.fromEntries(await Promise.all(resumed));
    result = await graph.invoke(new Command({ resume }) as Input, config);
  }
  return result;
}

/** An interrupt of another kind is its caller's. */
function interruptsIn(result: unknown): Interrupt[] {
  const { __interrupt__: due = [] } = result as { __interrupt__?: Interrupt[] };
  return due.every(({ value }) => value?.actionRequests !== undefined) ? due : [];
}

async function decide(
  inbox: Asks,
  id: string,
  { name, args, description }: ActionRequest,
  configs: ReviewConfig[] = [],
) {
  const config = configs.find(({ actionName }) => actionName === name);
  const editable = config?.allowedDecisions.includes('edit') ?? false;
  const more = description === undefined ? {} : { description };
  const outcome = await inbox.approve({ tool: name, args, id, editable, ...more });
  if (!outcome.approved) return { type: 'reject', message: outcome.message };
  if (!outcome.args) return { type: 'approve' };
  return { type: 'edit', editedAction: { name, args: outcome.args } };
}

type ApprovalItem = {
  name?: string | undefined;
  arguments?: string | undefined;
  rawItem: { callId?: string | undefined; id?: string | undefined };
};
type RunState<Item> = {
  approve(item: Item): void;
  reject(item: Item, options?: { message?: string }): void;
};

/**
 * OpenAI Agents: runs an agent, and goes on as people decide. `run` is the SDK's:
 * `openAiAgents(inbox, run, agent, input)`.
 */
export async function openAiAgents<
  Agent,
  Input,
  Item extends ApprovalItem,
  Result extends { interruptions?: Item[]; state: RunState<Item> },
>(
  inbox: Asks,
  run: (agent: Agent, input: Input) => Promise<Result>,
  agent: Agent,
  input: Input,
): Promise<Result> {
  let result = await run(agent, input);
  while (result.interruptions && result.interruptions.length > 0) {
    const { state, interruptions } = result;
    const decided = interruptions.map(async (item) => {
      const id = item.rawItem.callId ?? item.rawItem.id;
      const args = argsIn(parsed(item.arguments));
      const call = { tool: item.name ?? 'tool', args, ...(id === undefined ? {} : { id }) };
      const outcome = await inbox.approve(call);
      if (outcome.approved) state.approve(item);
      else state.reject(item, { message: outcome.message });
    });
    await Promise.all(decided);
    result = await run(agent, state as Input);
  }
  return result;
}

type MastraOutput = {
  finishReason?: unknown;
  runId?: string | undefined;
  suspendPayload?: unknown;
};
type MastraAgent<Messages, Options, Output> = {
  generate(messages: Messages, options: Options): Promise<Output>;
  approveToolCallGenerate(options: { runId: string; toolCallId: string }): Promise<unknown>;
  declineToolCallGenerate(options: {
    runId: string;
    toolCallId: string;
    reason?: string;
  }): Promise<unknown>;
};

/** Mastra: generates with tools that have `requireApproval`: `mastra(inbox, agent, messages, options)`. */
export async function mastra<Messages, Options, Output extends MastraOutput>(
  inbox: Asks,
  agent: MastraAgent<Messages, Options, Output>,
  messages: Messages,
  options: Options,
): Promise<Output> {
  let output = await agent.generate(messages, options);
  while (output.finishReason === 'suspended') {
    const { toolCallId, toolName, args } = argsIn(output.suspendPayload);
    // A tool that suspends itself is its caller's.
    if (typeof toolCallId !== 'string' || typeof toolName !== 'string' || !output.runId) break;
    const call = { runId: output.runId, toolCallId };
    const outcome = await inbox.approve({ tool: toolName, args: argsIn(args), id: toolCallId });
    const resumed = outcome.approved
      ? await agent.approveToolCallGenerate(call)
      : await agent.declineToolCallGenerate({ ...call, reason: outcome.message });
    output = resumed as Output;
  }
  return output;
}

/** Other input is shown under a name. */
const argsIn = (input: unknown): Args =>
  typeof input === 'object' && input !== null && !Array.isArray(input)
    ? (input as Args)
    : { input };

function parsed(text = '{}'): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
