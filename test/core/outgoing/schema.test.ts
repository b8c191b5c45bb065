import { expect, test } from 'bun:test';
import { WebhookHeaders } from '../../../src/core/outgoing/schema.ts';

test.each(['Authorization', 'X-Team', 'Accept', 'Content-Type'])(
  'a webhook may be sent with the header %s',
  (name) => {
    expect(WebhookHeaders.safeParse({ [name]: 'application/json' }).success).toBe(true);
  },
);

test.each(['Host', 'content-LENGTH', 'User-Agent', 'Webhook-Id', 'Proxy-Authorization', 'a b', ''])(
  'the header %p is refused',
  (name) => {
    expect(WebhookHeaders.safeParse({ [name]: 'x' }).success).toBe(false);
  },
);
