// Mastra. The model is a script: put yours in its place.
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { Inbox, mastra } from 'agent-inbox-client';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';

const inbox = new Inbox();
const shell = createTool({
  id: 'shell',
  description: 'Runs a command',
  inputSchema: z.object({ command: z.string() }),
  requireApproval: true,
  execute: async ({ command }) => {
    console.log(`ran ${command}`);
    return { result: 'done' };
  },
});
const cleaner = new Agent({
  id: 'cleaner',
  name: 'Cleaner',
  instructions: 'Clean the build.',
  model: scripted(),
  tools: { shell },
});
const app = new Mastra({ agents: { cleaner }, storage: new InMemoryStore(), logger: false });
const { text } = await mastra(inbox, app.getAgent('cleaner'), 'Clean the build.', {});
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
