import { Elysia } from 'elysia';
import { z } from 'zod';
import { version } from '../version.ts';

const Health = z
  .object({ status: z.enum(['ok', 'draining']), version: z.string() })
  .meta({ id: 'Health' });

export const healthRoute = (isDraining: () => boolean) =>
  new Elysia().get(
    '/health',
    ({ status }) =>
      isDraining()
        ? status(503, { status: 'draining' as const, version })
        : { status: 'ok' as const, version },
    {
      detail: { summary: 'Whether the inbox is up', tags: ['Server'], public: true },
      response: { 200: Health, 503: Health },
    },
  );
