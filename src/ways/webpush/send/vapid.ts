/** Identifies this inbox to a push service: RFC 8292. */
import { createPrivateKey, sign } from 'node:crypto';
import type { PushKeys } from '../keys.ts';

/** Push services accept a day at most. */
const VALID_SECONDS = 12 * 60 * 60;

type Sender = { keys: PushKeys; subject: string; nowMs: number };

/** Returns the header `Authorization` of a request to an endpoint. */
export function vapidHeader(endpoint: string, { keys, subject, nowMs }: Sender): string {
  const { origin: aud } = new URL(endpoint);
  const exp = Math.floor(nowMs / 1000) + VALID_SECONDS;
  const parts = [
    { typ: 'JWT', alg: 'ES256' },
    { aud, exp, sub: subject },
  ];
  const content = parts.map((part) => base64url(JSON.stringify(part))).join('.');
  const key = privateKey(keys);
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${content}.${base64url(signature)}, k=${keys.publicKey}`;
}

function privateKey({ publicKey, privateKey: d }: PushKeys) {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [base64url(point.subarray(1, 33)), base64url(point.subarray(33))];
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
}

const base64url = (content: string | Buffer) => Buffer.from(content).toString('base64url');
