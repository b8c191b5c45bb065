// Signs a file with the releaser's key: an SSH key, or one of minisign.
import { readFileSync } from 'node:fs';

export const NAMESPACE = 'agent-inbox';

/**
 * Writes the signature beside the file and returns its path; asks for the key's password if it has
 * one.
 */
export async function sign(file: string, key: string): Promise<string> {
  const isMinisign = /^untrusted comment: .*minisign/i.test(readFileSync(key, 'utf8'));
  const command = isMinisign
    ? ['minisign', '-S', '-s', key, '-m', file, '-t', NAMESPACE]
    : ['ssh-keygen', '-Y', 'sign', '-n', NAMESPACE, '-f', key, file];
  if (!Bun.which(command[0] ?? '')) throw new Error(`${command[0]} is not installed`);
  const child = Bun.spawn(command, { stdio: ['inherit', 'ignore', 'inherit'] });
  if ((await child.exited) !== 0) throw new Error(`${command[0]} did not sign ${file} with ${key}`);
  return `${file}.${isMinisign ? 'minisig' : 'sig'}`;
}
