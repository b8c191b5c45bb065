// AI SDK. The model is a script: put yours in its place.
import { aiSdk, Inbox } from 'agent-inbox-client';
import { generateText, isStepCount, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';

const inbox = new Inbox();
const { text } = await generateText({
  model: scripted(),
  tools: {
    shell: tool({
      description: 'Runs a command',
      inputSchema: z.object({ command: z.string() }),
      execute: async ({ command }) => {
        console.log(`ran ${command}`);
        return 'done';
      },
    }),
  },
  toolApproval: aiSdk(inbox),
  stopWhen: isStepCount(5),
  prompt: 'Clean the build.',
});
console.log(text);

/** Calls the tool once, then says what it has read. */
function scripted() {
  const usage = { inputTokens: {}, outputTokens: {} };
  const input = JSON.stringify({ command: 'rm -rf build' });
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const last = prompt.at(-1);
      const content =
        last.role === 'tool'
          ? [{ type: 'text', text: `The model read: ${JSON.stringify(last.content)}` }]
          : [{ type: 'tool-call', toolCallId: 'call-1', toolName: 'shell', input }];
      const unified = last.role === 'tool' ? 'stop' : 'tool-calls';
      return { content, finishReason: { unified, raw: unified }, usage, warnings: [] };
    },
  });
}
