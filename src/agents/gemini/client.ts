import type { AgentClient } from '../client.ts';

/** https://geminicli.com/docs/hooks */
export const gemini: AgentClient = {
  label: 'Gemini CLI',
  program: 'gemini',
  leastVersion: '0.61.0',
  asksByTool: false,
  hidesPrompt: false,
};
