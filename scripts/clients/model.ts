/**
 * A model that says what a script has it say: by Anthropic's Messages to Claude Code, by OpenAI's Responses to Codex, by its
 * chat to OpenCode and Copilot, and by Gemini's API to Gemini.
 */
/** `namespace`: of a tool of a server, where Codex has it apart from the name. */
export type Step = { tool: string; input: object; namespace?: string } | { text: string };
type Script = { main: Step[]; subAgent?: Step[] };
type Result = { id: string; text: string };
type Block = { type: string; text?: string; tool_use_id?: string; content?: unknown };
type Spoken = { role: string; content?: string | Block[] | null; tool_call_id?: string };
/** The conversation so far, as each of the APIs has it. */
type Asked = {
  model: string;
  messages?: Spoken[];
  input?: { type?: string; call_id?: string; output?: unknown }[];
  contents?: { parts?: { functionResponse?: { id?: string; response?: unknown } }[] }[];
  tools?: object[];
};

/** The prompt of a sub-agent, which has a script of its own. */
export const SUB_AGENT = 'You are the sub-agent.';
/** A model is slower than a program that Claude Code starts beside it. */
const THINKS_MS = 1500;

export const DONE = 'That was the last step.';

export function scriptedModel({ main, subAgent = [] }: Script) {
  const results = new Map<string, string>();
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const speak = speakers.find(([api]) => api.test(pathname))?.[1];
      if (!speak) return new Response(null, { status: 404 });
      const body = await request.text();
      const asked: Asked = JSON.parse(body);
      // Titles and the like are asked for without tools.
      if ((asked.tools ?? []).length === 0) return speak({ text: 'A title' }, asked.model);
      const read = resultsOf(asked);
      for (const { id, text } of read) results.set(id, text);
      const first = asked.messages?.find(({ role }) => role === 'user');
      const isSub = first !== undefined && JSON.stringify(first).includes(SUB_AGENT);
      const step = (isSub ? subAgent : main)[read.length] ?? { text: DONE };
      if ('text' in step) await Bun.sleep(THINKS_MS);
      if (!isSub && 'text' in step) finish();
      return speak(withPlan(step, body), asked.model);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    /** The results of tools that have reached it, oldest first. */
    results: () => [...results.values()],
    /** Resolves once it has said its last word. */
    done,
    stop: () => server.stop(true),
  };
}

/** Where Claude Code, in its prompt, says that the plan is to be written. */
export const PLAN_FILE = '$PLAN_FILE';

function withPlan(step: Step, prompt: string): Step {
  const [path] = /\/[^"\s\\`]*\/plans\/[^"\s\\`]+\.md/.exec(prompt) ?? [];
  return path ? JSON.parse(JSON.stringify(step).replaceAll(PLAN_FILE, path)) : step;
}

const speakers: [api: RegExp, speak: (step: Step, model: string) => Response][] = [
  [/\/messages$/, asAnthropic],
  [/\/chat\/completions$/, asOpenAi],
  [/\/responses$/, asResponses],
  [/:(streamG|g)enerateContent$/, asGemini],
];

function resultsOf({ messages = [], input = [], contents = [] }: Asked): Result[] {
  return [
    ...messages.flatMap(resultsIn),
    ...input
      .filter(({ type }) => type?.endsWith('_output'))
      .map(({ call_id = '', output }) => ({ id: call_id, text: written(output) })),
    ...contents
      .flatMap(({ parts = [] }) => parts.flatMap(({ functionResponse }) => functionResponse ?? []))
      .map(({ id = '', response }) => ({ id, text: written(response) })),
  ];
}

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function resultsIn({ role, content, tool_call_id }: Spoken): Result[] {
  if (role === 'tool') return [{ id: tool_call_id ?? '', text: textIn(content) }];
  if (!Array.isArray(content)) return [];
  return content
    .filter(({ type }) => type === 'tool_result')
    .map((block) => ({ id: block.tool_use_id ?? '', text: textIn(block.content) }));
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block: Block) => block.text ?? '').join('\n');
}

let calls = 0;

function asAnthropic(step: Step, model: string): Response {
  const id = `toolu_${++calls}`;
  const isTool = 'tool' in step;
  const usage = { input_tokens: 10, output_tokens: 5 };
  const message = {
    id: `msg_${calls}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    usage,
  };
  const block = isTool
    ? { type: 'tool_use', id, name: step.tool, input: {} }
    : { type: 'text', text: '' };
  const delta = isTool
    ? { type: 'input_json_delta', partial_json: JSON.stringify(step.input) }
    : { type: 'text_delta', text: step.text };
  const stop_reason = isTool ? 'tool_use' : 'end_turn';
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  return streamed(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}`));
}

function asOpenAi(step: Step, model: string): Response {
  const id = `call_${++calls}`;
  const isTool = 'tool' in step;
  const delta = isTool
    ? {
        role: 'assistant',
        tool_calls: [
          {
            index: 0,
            id,
            type: 'function',
            function: { name: step.tool, arguments: JSON.stringify(step.input) },
          },
        ],
      }
    : { role: 'assistant', content: step.text };
  const chunk = { id: `chat_${calls}`, object: 'chat.completion.chunk', created: 1, model };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const finish_reason = isTool ? 'tool_calls' : 'stop';
  const events = [
    { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage },
  ];
  return streamed([...events.map((event) => `data: ${JSON.stringify(event)}`), 'data: [DONE]']);
}

function asResponses(step: Step, model: string): Response {
  const id = `resp_${++calls}`;
  const status = 'completed';
  const item =
    'tool' in step
      ? {
          type: 'function_call',
          id: `fc_${calls}`,
          call_id: `call_${calls}`,
          name: step.tool,
          ...(step.namespace ? { namespace: step.namespace } : {}),
          arguments: JSON.stringify(step.input),
          status,
        }
      : {
          type: 'message',
          id: `msg_${calls}`,
          role: 'assistant',
          status,
          content: [{ type: 'output_text', text: step.text, annotations: [] }],
        };
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  };
  const response = { id, object: 'response', model, status: 'in_progress', output: [] };
  const events = [
    { type: 'response.created', response },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { ...response, status, output: [item], usage } },
  ];
  return streamed(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}`));
}

function asGemini(step: Step, model: string): Response {
  const id = `call_${++calls}`;
  const part =
    'tool' in step
      ? { functionCall: { id, name: step.tool, args: step.input } }
      : { text: step.text };
  const said = {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: model,
  };
  return streamed([`data: ${JSON.stringify(said)}`]);
}

const streamed = (events: string[]) =>
  new Response(events.map((event) => `${event}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });
