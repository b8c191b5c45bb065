/**
 * A model that follows a script, for clients under test. It speaks Anthropic's Messages and OpenAI's chat
 * completions, as much of each as the clients need.
 */
export type Step = { tool: string; input: object } | { text: string };

/** The result of a tool, as the client gave it to the model. */
export type Result = { text: string; isError: boolean };

export type Model = ReturnType<typeof scriptedModel>;

type Message = { role: string; content: unknown };
type Request = { stream?: boolean; model?: string; tools?: unknown[]; messages?: Message[] };

/** Each conversation begins at the first step: the number of its results says which step is next. */
export function scriptedModel(script: Step[]) {
  const results: Result[] = [];
  const said: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const body = (await request.json().catch(() => ({}))) as Request;
      if (pathname.endsWith('/count_tokens')) return Response.json({ input_tokens: 10 });
      if (pathname.endsWith('/messages')) return anthropic(body);
      if (pathname.endsWith('/chat/completions')) return openai(body);
      return Response.json({}, { status: 404 });
    },
  });

  /** Requests without tools are for a title. */
  const stepAfter = ({ tools = [] }: Request, count: number): Step =>
    tools.length === 0 ? { text: 'Title' } : (script[count] ?? { text: 'All done' });

  function learn(found: Result[]): void {
    if (found.length > results.length) results.splice(0, results.length, ...found);
  }

  function anthropic(body: Request): Response {
    const messages = body.messages ?? [];
    const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
    const found = blocks.filter(({ type }) => type === 'tool_result');
    learn(found.map((one) => ({ text: textOf(one.content), isError: one.is_error === true })));
    said.push(JSON.stringify(messages.at(-1)?.content ?? ''));
    const step = stepAfter(body, found.length);
    const id = `${Date.now()}${found.length}`;
    const block =
      'tool' in step
        ? { type: 'tool_use', id: `toolu_${id}`, name: step.tool, input: step.input }
        : { type: 'text', text: step.text };
    const stopReason = 'tool' in step ? 'tool_use' : 'end_turn';
    const usage = { input_tokens: 10, output_tokens: 5 };
    const message = {
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: [] as object[],
      stop_reason: null as string | null,
      stop_sequence: null,
      usage,
    };
    if (!body.stream) {
      return Response.json({ ...message, content: [block], stop_reason: stopReason });
    }
    const [start, delta] =
      'tool' in step
        ? [
            { ...block, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(step.input) },
          ]
        : [
            { type: 'text', text: '' },
            { type: 'text_delta', text: step.text },
          ];
    const events = [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: start },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage },
      { type: 'message_stop' },
    ];
    return streamed(events.map((event) => [event.type, JSON.stringify(event)]));
  }

  function openai(body: Request): Response {
    const messages = body.messages ?? [];
    const found = messages.filter(({ role }) => role === 'tool');
    learn(found.map(({ content }) => ({ text: textOf(content), isError: false })));
    said.push(JSON.stringify(messages.at(-1)?.content ?? ''));
    const step = stepAfter(body, found.length);
    const base = {
      id: `c${Date.now()}`,
      object: 'chat.completion.chunk',
      created: Math.floor(Date.now() / 1000),
      model: body.model,
    };
    const call = (one: Extract<Step, { tool: string }>) => ({
      index: 0,
      id: `call_${Date.now()}${found.length}`,
      type: 'function',
      function: { name: one.tool, arguments: JSON.stringify(one.input) },
    });
    const delta =
      'tool' in step
        ? { role: 'assistant', tool_calls: [call(step)] }
        : { role: 'assistant', content: step.text };
    const reason = 'tool' in step ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const chunks = [
      { ...base, choices: [{ index: 0, delta, finish_reason: null }] },
      { ...base, choices: [{ index: 0, delta: {}, finish_reason: reason }], usage },
    ];
    return streamed([
      ...chunks.map((one) => [null, JSON.stringify(one)] as const),
      [null, '[DONE]'],
    ]);
  }

  return {
    url: `http://127.0.0.1:${server.port}`,
    /** The results of tools in the conversation that had the most. */
    results,
    /** The last message of each request. */
    said,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return JSON.stringify(content ?? '');
  return content.map((one) => (typeof one?.text === 'string' ? one.text : '')).join('');
}

function streamed(events: (readonly [name: string | null, data: string])[]): Response {
  const lines = events.map(
    ([name, data]) => `${name === null ? '' : `event: ${name}\n`}data: ${data}\n\n`,
  );
  return new Response(lines.join(''), { headers: { 'content-type': 'text/event-stream' } });
}
