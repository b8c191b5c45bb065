import { Elysia } from 'elysia';
import { z } from 'zod';
import { isDiskFull } from '../core/about/disk-space.ts';
import type { Inbox } from '../core/inbox.ts';
import { renewedLately } from '../core/log/start-note.ts';
import { version } from '../version.ts';

const Health = z
  .object({
    status: z.enum(['ok', 'draining', 'full']),
    version: z.string(),
    damaged: z.literal(true).optional().describe('The last check found damage in the database'),
    renewed: z
      .literal(true)
      .optional()
      .describe('In the last week, another database was found than the one that ran last'),
  })
  .meta({ id: 'Health' });

type HealthOptions = { isDraining: () => boolean; leastFreeBytes?: number | undefined };

/** `full`: the disk has no room for writes; reads work. */
export const healthRoute = (inbox: Inbox, { isDraining, leastFreeBytes }: HealthOptions) =>
  new Elysia().get(
    '/health',
    ({ status }) => {
      const found = {
        version,
        ...(inbox.damage.fault !== null && { damaged: true as const }),
        ...(renewedLately(inbox.eventLog.kept, inbox.now()) && { renewed: true as const }),
      };
      if (isDraining()) return status(503, { status: 'draining' as const, ...found });
      if (isDiskFull(inbox, leastFreeBytes))
        return status(503, { status: 'full' as const, ...found });
      return { status: 'ok' as const, ...found };
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
