import { z } from 'zod';
import { Id } from '../ids.ts';
import { Timestamp } from '../time.ts';

export const Attempt = z.object({
  at: Timestamp,
  status: z.number().int().nullable().describe('Of the answer; null where none came'),
  error: z.string().nullable(),
  durationMs: z.number().int(),
  response: z.string().nullable().describe('The first 2 KiB of the answer'),
});

/** One webhook that goes out, with every attempt at it. */
export const Delivery = z
  .object({
    id: Id,
    messageId: Id,
    channelId: Id,
    event: z.string(),
    url: z.string(),
    status: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.array(Attempt),
    createdAt: Timestamp,
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof Delivery>;

export const ListDeliveries = z.object({ channel: Id.optional(), message: Id.optional() });
export type ListDeliveries = z.infer<typeof ListDeliveries>;
