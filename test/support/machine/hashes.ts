/**
 * Hashes passwords and codes with as little work as the algorithm allows, as tests make thousands of them, and
 * keeps what a slow one was compared with. `realHashes` is for tests of the hashes themselves.
 */
const { hash, verify } = Bun.password;
const CHEAPEST = { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 } as const;

let isReal = false;
const compared = new Map<string, Promise<boolean>>();

Bun.password.hash = (password, options) => hash(password, isReal ? options : CHEAPEST);
Bun.password.verify = (password, stored) => {
  if (isReal) return verify(password, stored);
  const key = `${stored} ${password}`;
  const known = compared.get(key) ?? verify(password, stored);
  compared.set(key, known);
  return known;
};

/** Until its end, hashes are as the program makes them. */
export function realHashes(): Disposable {
  isReal = true;
  return {
    [Symbol.dispose]() {
      isReal = false;
    },
  };
}
