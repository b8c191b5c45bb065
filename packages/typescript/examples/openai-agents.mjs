// OpenAI Agents. The model is a script: put yours in its place.
import { Agent, run, setTracingDisabled, tool, Usage } from '@openai/agents';
import { Inbox, openAiAgents } from 'agent-inbox-client';
import { z } from 'zod';

setTracingDisabled(true);
const inbox = new Inbox();
const shell = tool({
  name: 'shell',
  description: 'Runs a command',
  parameters: z.object({ command: z.string() }),
  needsApproval: true,
  execute: async ({ command }) => {
    console.log(`ran ${command}`);
    return 'done';
  },
});
const agent = new Agent({ name: 'Cleaner', tools: [shell], model: scripted() });
const { finalOutput } = await openAiAgents(inbox, run, agent, 'Clean the build.');
console.log(finalOutput);

/** Calls the tool once, then says what it has read. */
function scripted() {
  return {
    async getResponse({ input }) {
      const read = Array.isArray(input) && input.find((one) => one.type === 'function_call_result');
      const text = `The model read: ${JSON.stringify(read?.output)}`;
      const message = {
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text }],
      };
      const args = JSON.stringify({ command: 'rm -rf build' });
      const call = {
        type: 'function_call',
        callId: 'call-1',
        name: 'shell',
        status: 'completed',
        arguments: args,
      };
      return { usage: new Usage(), output: [read ? message : call] };
    },
  };
}
