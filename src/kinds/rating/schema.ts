import { bundled } from '../plugin/schema.ts';

export const rating = bundled({
  name: 'rating',
  displayName: 'Rating',
  version: '1.0.0',
  description: 'Asks how good something is. The answer: { rating, comment? }.',
  author: 'Agent Inbox',
  icon: 'star',
  answerSchema: null,
  inputSchema: {
    type: 'object',
    required: ['prompt'],
    properties: {
      prompt: { type: 'string', minLength: 1, description: 'What to rate' },
      min: { type: 'integer', default: 1 },
      max: { type: 'integer', default: 5 },
      minLabel: { type: 'string', description: 'Label for the lowest rating' },
      maxLabel: { type: 'string', description: 'Label for the highest rating' },
    },
  },
});
