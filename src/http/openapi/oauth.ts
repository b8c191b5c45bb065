/**
 * The query and the pages of the OAuth callback: it reads and refuses requests without a schema of
 * a route.
 */
import type { DocumentDecoration } from 'elysia';

const parameter = (name: string, description: string, required = false) => ({
  name,
  description,
  required,
  in: 'query' as const,
  schema: { type: 'string' as const },
});

export const callbackParameters: NonNullable<DocumentDecoration['parameters']> = [
  parameter('state', 'Identifies the flow; works once and expires after 10 minutes', true),
  parameter('code', 'Authorization code, if the provider granted access'),
  parameter('error', 'Error code, if it did not'),
  parameter('error_description', 'Details of the error'),
];

const content = { 'text/html': { schema: { type: 'string' as const } } };

export const callbackAnswers: NonNullable<DocumentDecoration['responses']> = {
  200: { description: 'The agent has been notified; the window can be closed', content },
  400: { description: 'The state is missing, unknown, expired or already used', content },
};
