/** The query and the pages of the OAuth callback: it reads and refuses without a schema of a route. */
import type { DocumentDecoration } from 'elysia';

const parameter = (name: string, description: string, required = false) => ({
  name,
  description,
  required,
  in: 'query' as const,
  schema: { type: 'string' as const },
});

export const callbackParameters: NonNullable<DocumentDecoration['parameters']> = [
  parameter('state', 'Of the flow; good once, for 10 minutes', true),
  parameter('code', 'Where the provider agreed'),
  parameter('error', 'Where it did not'),
  parameter('error_description', 'More on the error'),
];

const content = { 'text/html': { schema: { type: 'string' as const } } };

export const callbackAnswers: NonNullable<DocumentDecoration['responses']> = {
  200: { description: 'The agent has been told; the person can close the window', content },
  400: { description: 'The state is missing, unknown, expired or used', content },
};
