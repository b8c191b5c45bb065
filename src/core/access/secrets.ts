import { randomBytes } from 'node:crypto';

const SHOWN = 11;

/**
 * Creates a secret: 24 random bytes as hex, the hash to store and the part to show. The prefix is
 * `hp_` for a key, `hu_` for a personal token, `hs_` for a session, `hd_` for a device login.
 */
export const newSecret = (prefix: 'hp_' | 'hu_' | 'hs_' | 'hd_') =>
  storedSecret(prefix + randomBytes(24).toString('hex'));

/** Returns the parts of a secret that was created elsewhere in the same way. */
export const storedSecret = (secret: string) => ({
  secret,
  hash: hashSecret(secret),
  prefix: secret.slice(0, SHOWN),
});

/**
 * SHA-256 as hex: enough for a random secret, and cheap enough for every request. Looking it up in an
 * index, or comparing two, takes slightly longer the more of it matches, but an attacker cannot choose
 * the hash of a guess and so cannot approach byte by byte.
 */
export const hashSecret = (secret: string) => Bun.SHA256.hash(secret, 'hex');

/** Returns whether it could be one of ours: others are refused without a database read. */
export const isWellFormed = (secret: string) => /^h[pusd]_[0-9a-f]{48}$/.test(secret);
