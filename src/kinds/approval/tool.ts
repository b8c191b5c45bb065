import { labelIn } from '../../core/reviews/kinds/labels.ts';
import type { KindTool } from '../../mcp/kind.ts';

export const approval: KindTool = {
  type: 'approval',
  isMeant: () => true,
  payload: ({ options }) => ({ allowComment: true, ...(options ? { options } : {}) }),
  isDecision: true,
  answer: ({ selectedOption, comment }, { options }) => ({
    choice: labelIn(options, 'id', selectedOption),
    choice_id: `${selectedOption}`,
    ...(typeof comment === 'string' ? { comment } : {}),
  }),
};
