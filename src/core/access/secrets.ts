import { randomBytes, timingSafeEqual } from 'node:crypto';

const SHOWN = 11;

/**
 * A new secret: 24 random bytes as hex, the hash to store and the part to show. `hp_` stands for a
 * key, `hu_` for a personal token, `hs_` for a session, `hd_` for a log-in by a browser.
 */
export function newSecret(prefix: 'hp_' | 'hu_' | 'hs_' | 'hd_') {
  const secret = prefix + randomBytes(24).toString('hex');
  return { secret, hash: hashSecret(secret), prefix: secret.slice(0, SHOWN) };
}

/**
 * SHA-256 as hex: enough for a secret that is random, and cheap enough for every request. To look it up
 * in an index takes a little longer the more of it fits, but that helps nobody: who cannot choose the
 * hash of a guess cannot come closer byte by byte. Where two secrets are compared, `sameHash` does it
 * in constant time.
 */
export const hashSecret = (secret: string) => Bun.SHA256.hash(secret, 'hex');

/** Whether it could be one of ours: any other is refused before the database is asked. */
export const isWellFormed = (secret: string) => /^h[pusd]_[0-9a-f]{48}$/.test(secret);

export const sameHash = (one: string, other: string) =>
  timingSafeEqual(Buffer.from(one), Buffer.from(other));
