import { Elysia } from 'elysia';
import { z } from 'zod';
import { isDiskFull } from '../core/about/disk-space.ts';
import type { Inbox } from '../core/inbox.ts';
import { version } from '../version.ts';

const Health = z
  .object({ status: z.enum(['ok', 'draining', 'full']), version: z.string() })
  .meta({ id: 'Health' });

type HealthOptions = { isDraining: () => boolean; leastFreeBytes?: number | undefined };

/** `full`: the disk has no room for writes; reads work. */
export const healthRoute = (inbox: Inbox, { isDraining, leastFreeBytes }: HealthOptions) =>
  new Elysia().get(
    '/health',
    ({ status }) => {
      if (isDraining()) return status(503, { status: 'draining' as const, version });
      if (isDiskFull(inbox, leastFreeBytes))
        return status(503, { status: 'full' as const, version });
      return { status: 'ok' as const, version };
    },
    {
      detail: {
        operationId: 'checkHealth',
        summary: "Check the server's health",
        tags: ['Server'],
        public: true,
      },
      response: { 200: Health, 503: Health },
    },
  );
