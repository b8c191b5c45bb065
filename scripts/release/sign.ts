// Signs a file with the releaser's SSH key.
import { readFileSync } from 'node:fs';
import { keysIn, NAMESPACE, PRINCIPAL } from '../../src/release/signature.ts';

/**
 * Writes the signature beside the file and returns its path; asks for the key's password if it has
 * one.
 */
export async function sign(file: string, key: string): Promise<string> {
  if (!Bun.which('ssh-keygen')) {
    throw new Error('ssh-keygen is not installed: Debian has it in openssh-client');
  }
  const command = ['ssh-keygen', '-Y', 'sign', '-n', NAMESPACE, '-f', key, file];
  const child = Bun.spawn(command, { stdio: ['inherit', 'ignore', 'inherit'] });
  if ((await child.exited) !== 0) throw new Error(`ssh-keygen did not sign ${file} with ${key}`);
  return `${file}.sig`;
}

/** Throws before anything is built: what is built trusts the signers that were listed then. */
export function mustBeSigner(key: string, signers: string): void {
  const open = readFileSync(`${key}.pub`, 'utf8').trim();
  const [, blob = ''] = open.split(' ');
  if (keysIn(signers).includes(blob)) return;
  const why = `No installation would trust ${key}. Add its line to packages/signers.txt`;
  throw new Error(`${why}:\n${PRINCIPAL} namespaces="${NAMESPACE}" ${open}`);
}
