import type { KindTool } from '../../mcp/kind.ts';

export const textInput: KindTool = {
  type: 'text-input',
  isMeant: () => false,
  payload: () => ({}),
  isDecision: false,
  answer: ({ text }) => ({ text: `${text}` }),
};
