import type { AgentClient } from '../client.ts';

/** https://docs.github.com/copilot/concepts/agents/coding-agent/about-hooks */
export const copilot: AgentClient = {
  label: 'Copilot CLI',
  program: 'copilot',
  leastVersion: '1.0.102',
  asksByTool: false,
  hidesPrompt: false,
};
