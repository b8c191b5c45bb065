import type { KindTool } from '../../mcp/kind.ts';

export const form: KindTool = {
  type: 'form',
  isMeant: ({ fields }) => fields !== undefined,
  payload: ({ fields = [] }) => ({ fields }),
  isDecision: false,
  answer: (response) => ({ values: response }),
};
