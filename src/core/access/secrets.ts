import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SHOWN = 11;

/** A new secret such as `hp_…`: 24 random bytes as hex, the hash to store and the part to show. */
export function newSecret(prefix: 'hp_' | 'hu_') {
  const secret = prefix + randomBytes(24).toString('hex');
  return { secret, hash: hashSecret(secret), prefix: secret.slice(0, SHOWN) };
}

/** SHA-256 as hex: enough for a secret that is random, and cheap enough for every request. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

export const sameSecret = (one: string, other: string) =>
  timingSafeEqual(Buffer.from(hashSecret(one)), Buffer.from(hashSecret(other)));
