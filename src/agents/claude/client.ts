import type { AgentClient } from '../client.ts';

/** https://code.claude.com/docs/en/hooks */
export const claude: AgentClient = {
  label: 'Claude Code',
  program: 'claude',
  leastVersion: '2.1.268',
  asksByTool: true,
  hidesPrompt: false,
};
