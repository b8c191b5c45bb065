/** The plugins that every inbox has. One of the same name in the data directory takes its place. */
import { Plugin } from './schema.ts';

const rating = Plugin.parse({
  name: 'rating',
  displayName: 'Rating',
  version: '1.0.0',
  description: 'Asks how good something is. The answer: { rating, comment? }.',
  author: 'Agent Inbox',
  icon: 'star',
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

const diffReview = Plugin.parse({
  name: 'diff-review',
  displayName: 'Diff review',
  version: '1.0.0',
  description:
    'Asks for a verdict on file changes. The answer: { verdict: "approve" | "request-changes", comments?: [{ path, line?, side?: "old" | "new", text }] }. Line numbers refer to the new file, unless side is "old" (for removed lines).',
  author: 'Agent Inbox',
  icon: 'git-pull-request',
  inputSchema: {
    type: 'object',
    required: ['files'],
    properties: {
      title: { type: 'string' },
      description: { type: 'string', description: 'Markdown' },
      files: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          required: ['path', 'diff'],
          properties: {
            path: { type: 'string', minLength: 1 },
            diff: { type: 'string', description: 'Unified diff' },
          },
        },
      },
    },
  },
});

export const builtInPlugins: Plugin[] = [diffReview, rating];
