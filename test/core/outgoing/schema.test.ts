import { expect, test } from 'bun:test';
import { WebhookHeaders } from '../../../src/core/outgoing/schema.ts';

test.each(['Authorization', 'X-Team', 'Accept', 'Content-Type'])(
  'accepts the header %s',
  (name) => {
    expect(WebhookHeaders.safeParse({ [name]: 'application/json' }).success).toBe(true);
  },
);

test.each(['Host', 'content-LENGTH', 'User-Agent', 'Webhook-Id', 'Proxy-Authorization', 'a b', ''])(
  'refuses the header %p',
  (name) => {
    expect(WebhookHeaders.safeParse({ [name]: 'x' }).success).toBe(false);
  },
);
