// Claude Agent SDK. It needs an account.
import { query } from '@anthropic-ai/claude-agent-sdk';
import { claude, Inbox } from 'agent-inbox-client';

const inbox = new Inbox();
const options = { canUseTool: claude(inbox) };
for await (const message of query({ prompt: 'Delete the folder build.', options })) {
  if (message.type === 'result') console.log(message.result);
}
