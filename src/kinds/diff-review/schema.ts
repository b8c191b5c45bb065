import { bundled } from '../plugin/schema.ts';

export const diffReview = bundled({
  name: 'diff-review',
  displayName: 'Diff review',
  version: '1.0.0',
  description:
    'Asks for a verdict on file changes. The answer: { verdict: "approve" | "request-changes", comments?: [{ path, line?, side?: "old" | "new", text }] }. Line numbers refer to the new file, unless side is "old" (for removed lines).',
  author: 'Agent Inbox',
  icon: 'git-pull-request',
  answerSchema: null,
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
