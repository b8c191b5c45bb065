// LangChain and LangGraph. The model is a script: put yours in its place.
import { Command, MemorySaver } from '@langchain/langgraph';
import { Inbox, langGraph } from 'agent-inbox-client';
import { AIMessage, createAgent, fakeModel, humanInTheLoopMiddleware, tool } from 'langchain';
import { z } from 'zod';

const inbox = new Inbox();
const shell = tool(
  async ({ command }) => {
    console.log(`ran ${command}`);
    return 'done';
  },
  { name: 'shell', description: 'Runs a command', schema: z.object({ command: z.string() }) },
);
const call = { name: 'shell', args: { command: 'rm -rf build' }, id: 'call-1', type: 'tool_call' };
const agent = createAgent({
  model: fakeModel().respondWithTools([call]).respond(new AIMessage('Finished')),
  tools: [shell],
  middleware: [humanInTheLoopMiddleware({ interruptOn: { shell: true } })],
  checkpointer: new MemorySaver(),
});
const input = { messages: [{ role: 'user', content: 'Clean the build.' }] };
const config = { configurable: { thread_id: crypto.randomUUID() } };
const { messages } = await langGraph(inbox, Command, agent, input, config);
console.log(`The model read: ${messages.findLast((one) => one.type === 'tool').content}`);
