import { expect } from 'bun:test';
import { join } from 'node:path';
import { NAMESPACE, sign } from '../../scripts/release/sign.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { needs } from '../support/machine/tools.ts';

async function withSums(body: (folder: string, sums: string) => Promise<void>) {
  const folder = temporaryDirectory();
  const sums = join(folder, 'SHA256SUMS');
  await Bun.write(sums, 'c0ffee  inbox\n');
  await body(folder, sums);
  removeDirectory(folder);
}

async function codeOf(command: string[], stdin = '') {
  const stdio = { stdin: new TextEncoder().encode(stdin), stdout: 'ignore', stderr: 'ignore' };
  return Bun.spawn(command, stdio as { stdin: Uint8Array; stdout: 'ignore'; stderr: 'ignore' })
    .exited;
}

needs('ssh-keygen')('signs the checksums with an SSH key, and rejects a changed line', () =>
  withSums(async (folder, sums) => {
    const key = join(folder, 'key');
    expect(await codeOf(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', key])).toBe(0);
    const signature = await sign(sums, key);
    expect(signature).toBe(`${sums}.sig`);
    const signers = join(folder, 'signers');
    await Bun.write(signers, `release ${await Bun.file(`${key}.pub`).text()}`);
    const verify = ['ssh-keygen', '-Y', 'verify', '-n', NAMESPACE, '-I', 'release', '-f', signers];
    const command = [...verify, '-s', signature];
    expect(await codeOf(command, await Bun.file(sums).text())).toBe(0);
    expect(await codeOf(command, 'c0ffed  inbox\n')).not.toBe(0);
  }),
);

needs('minisign')('signs the checksums with a minisign key, and rejects a changed line', () =>
  withSums(async (folder, sums) => {
    const [key, open] = [join(folder, 'key'), join(folder, 'key.pub')];
    expect(await codeOf(['minisign', '-G', '-W', '-s', key, '-p', open])).toBe(0);
    const signature = await sign(sums, key);
    expect(signature).toBe(`${sums}.minisig`);
    const verify = ['minisign', '-V', '-q', '-p', open, '-m', sums];
    expect(await codeOf(verify)).toBe(0);
    await Bun.write(sums, 'c0ffed  inbox\n');
    expect(await codeOf(verify)).not.toBe(0);
  }),
);
