import { normalPassword } from './schema.ts';

/**
 * Argon2id with OWASP's parameters (19 MiB, 2 passes). 2 at a time: more would occupy the thread
 * pool that file reads share.
 */
const AT_ONCE = 2;
const options = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

/** The hash of an unknown password, so that refusing a user without one takes as long. */
const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$xr05hLPRA+WnbUgFLzZY3AV4DRvX84SbrokHxSxhtIU$gOx2BW4vcg9p1rdNjMl7TIDkecOkRsE06SK71Ua3OhQ';

export const hashPassword = (password: string) =>
  inTurn(() => Bun.password.hash(normalPassword(password), options));

/**
 * Returns the hash of a password that matches: the stored one, or one of the normal form if it was
 * stored as it was typed, by an earlier version. Null for a wrong one, which takes as long without a hash.
 */
export async function verifyPassword(password: string, hash: string | null) {
  const normal = normalPassword(password);
  const typed = [password, password.normalize('NFC'), password.normalize('NFD')];
  for (const form of new Set([normal, ...typed])) {
    const fits = await inTurn(() => Bun.password.verify(form, hash ?? NOBODYS));
    if (fits && hash !== null) return form === normal ? hash : hashPassword(normal);
  }
  return null;
}

const queue: (() => void)[] = [];
let running = 0;

/** Runs what takes a thread of the pool for long. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++;
  else await new Promise<void>((resolve) => queue.push(resolve));
  try {
    return await work();
  } finally {
    const next = queue.shift();
    // The slot passes to the next in line, so that no other call takes it.
    if (next) next();
    else running--;
  }
}
