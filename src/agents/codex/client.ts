import type { AgentClient } from '../client.ts';

/** https://developers.openai.com/codex/hooks */
export const codex: AgentClient = {
  label: 'Codex',
  program: 'codex',
  leastVersion: '0.169.0',
  asksByTool: false,
  hidesPrompt: true,
};
