import { z } from 'zod';

export const PushKey = z
  .object({
    key: z
      .string()
      .describe('`applicationServerKey` for `PushManager.subscribe`: P-256, base64url'),
  })
  .meta({ id: 'PushKey' });
export type PushKey = z.infer<typeof PushKey>;

const P256DH = /^[\w-]{87}=?$/;
const AUTH = /^[\w-]{22}(==)?$/;
const withoutPadding = (text: string) => text.replace(/=+$/, '');

/** As browsers write `PushSubscription.toJSON()`. */
export const PushSubscription = z
  .object(
    {
      endpoint: z.string().min(1).max(2048).describe('URL of the push service'),
      keys: z.object({
        p256dh: z
          .string()
          .regex(P256DH, 'Expected 65 bytes as base64url')
          .transform(withoutPadding),
        auth: z.string().regex(AUTH, 'Expected 16 bytes as base64url').transform(withoutPadding),
      }),
    },
    { error: ({ input }) => (input === undefined ? 'Required' : 'Expected a text or an object') },
  )
  .meta({ id: 'PushSubscription' });
export type PushSubscription = z.infer<typeof PushSubscription>;
