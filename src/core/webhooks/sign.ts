import { createHmac } from 'node:crypto';

/** The signed parts: the delivery's id, its body as sent, and the time. Secrets are `whsec_<base64>`. */
type Signed = { id: string; body: string; secrets: string[]; atMs: number };

/** Returns the headers of the Standard Webhooks specification, with one signature for each secret. */
export function signedHeaders({ id, body, secrets, atMs }: Signed): Record<string, string> {
  const seconds = Math.floor(atMs / 1000);
  const signatures = secrets.map((secret) => `v1,${hmac(secret, `${id}.${seconds}.${body}`)}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}

const hmac = (secret: string, content: string) =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(content)
    .digest('base64');
