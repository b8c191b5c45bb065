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
  inTurn(() => Bun.password.hash(password, options));

/** Returns whether the password matches the hash; takes as long without one. */
export const verifyPassword = (password: string, hash: string | null) =>
  inTurn(async () => (await Bun.password.verify(password, hash ?? NOBODYS)) && hash !== null);

const queue: (() => void)[] = [];
let running = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
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
