/**
 * Argon2id with OWASP's parameters (19 MiB, 2 passes). Two at a time: more would hold up the thread
 * pool that file reads share.
 */
const AT_ONCE = 2;
const options = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

export const hashPassword = (password: string) =>
  inTurn(() => Bun.password.hash(password, options));

const queue: (() => void)[] = [];
let running = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    queue.shift()?.();
  }
}
