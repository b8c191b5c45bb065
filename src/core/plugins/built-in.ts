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
      prompt: { type: 'string', minLength: 1, description: 'What is rated' },
      min: { type: 'integer', default: 1 },
      max: { type: 'integer', default: 5 },
      minLabel: { type: 'string', description: 'What the lowest means' },
      maxLabel: { type: 'string', description: 'What the highest means' },
    },
  },
});

const diffReview = Plugin.parse({
  name: 'diff-review',
  displayName: 'Diff review',
  version: '1.0.0',
  description:
    'Asks for a verdict on a change of files. The answer: { verdict: "approve" | "request-changes", comments?: [{ path, line?, side?: "old" | "new", text }] }. A line is counted in the new file unless side is "old", as of a removed line.',
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
            diff: { type: 'string', description: 'In unified format' },
          },
        },
      },
    },
  },
});

export const builtInPlugins: Plugin[] = [diffReview, rating];
