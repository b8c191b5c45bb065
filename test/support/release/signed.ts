/** Releases, and the keys that sign them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sign } from '../../../scripts/release/sign.ts';
import { MANIFEST, manifestText, SIGNATURE } from '../../../src/release/manifest.ts';
import { NAMESPACE, PRINCIPAL } from '../../../src/release/signature.ts';
import { removeDirectory, temporaryDirectory } from '../machine/directory.ts';

export type Files = Record<string, Uint8Array>;

/** Creates a key, and the list of signers that trusts it. */
export function newKey(folder: string, name = 'key') {
  const key = join(folder, name);
  const made = Bun.spawnSync(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key]);
  if (!made.success) throw new Error(`ssh-keygen: ${made.stderr}`);
  const open = readFileSync(`${key}.pub`, 'utf8').trim();
  return { key, signers: `${PRINCIPAL} namespaces="${NAMESPACE}" ${open}\n` };
}

/** Returns the archives of a release with its manifest and the signature. */
export async function releaseOf(version: string, archives: Files, key: string): Promise<Files> {
  const folder = temporaryDirectory();
  const file = join(folder, MANIFEST);
  const files = Object.entries(archives).map(([name, bytes]) => ({ name, sha256: sumOf(bytes) }));
  await Bun.write(file, manifestText({ version, date: '2026-01-02T03:04:05.000Z', files }));
  const signature = await sign(file, key);
  const [manifest, signed] = [await Bun.file(file).bytes(), await Bun.file(signature).bytes()];
  removeDirectory(folder);
  return { ...archives, [MANIFEST]: manifest, [SIGNATURE]: signed };
}

const sumOf = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
