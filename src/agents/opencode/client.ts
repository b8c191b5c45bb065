import type { AgentClient } from '../client.ts';

/** https://opencode.ai/docs/plugins */
export const opencode: AgentClient = {
  label: 'OpenCode',
  program: 'opencode',
  leastVersion: '1.18.0',
  asksByTool: false,
  hidesPrompt: false,
};
