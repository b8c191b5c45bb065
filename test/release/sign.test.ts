import { expect } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustBeSigner, sign } from '../../scripts/release/sign.ts';
import { isSignedBy, keysIn, NAMESPACE, PRINCIPAL } from '../../src/release/signature.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { needs } from '../support/machine/tools.ts';
import { newKey } from '../support/release/signed.ts';

const manifest = '{ "version": "0.2.0" }\n';

async function withSigned(body: (files: Signed) => Promise<void>) {
  const folder = temporaryDirectory();
  const { key, signers } = newKey(folder);
  const file = join(folder, 'manifest.json');
  await Bun.write(file, manifest);
  const signature = await sign(file, key);
  await body({ folder, key, signers, file, signature });
  removeDirectory(folder);
}

type Signed = { folder: string; key: string; signers: string; file: string; signature: string };

const bytes = (text: string) => new TextEncoder().encode(text);

needs('ssh-keygen')('signs a manifest so that ssh-keygen and the inbox itself verify it', () =>
  withSigned(async ({ folder, signers, signature }) => {
    const list = join(folder, 'signers');
    await Bun.write(list, signers);
    const verify = ['ssh-keygen', '-Y', 'verify', '-n', NAMESPACE, '-I', PRINCIPAL, '-f', list];
    const says = (text: string) =>
      Bun.spawnSync([...verify, '-s', signature], { stdin: bytes(text) }).exitCode;
    const found = await Bun.file(signature).text();
    const isSigned = (text: string) => isSignedBy(keysIn(signers), bytes(text), found);
    expect([says(manifest), isSigned(manifest)]).toEqual([0, true]);
    const changed = manifest.replace('0.2.0', '0.3.0');
    expect([says(changed) === 0, isSigned(changed)]).toEqual([false, false]);
  }),
);

needs('ssh-keygen')('trusts no other key, no other purpose and no half of a signature', () =>
  withSigned(async ({ folder, key, signers, file, signature }) => {
    const keys = keysIn(signers);
    const found = await Bun.file(signature).text();
    const other = keysIn(newKey(folder, 'other').signers);
    expect(isSignedBy(other, bytes(manifest), found)).toBe(false);
    expect(isSignedBy([...other, ...keys], bytes(manifest), found)).toBe(true);
    expect(isSignedBy([], bytes(manifest), found)).toBe(false);
    const lines = found.split('\n');
    const blob = Buffer.from(lines.slice(1, -2).join(''), 'base64');
    for (let length = 0; length < blob.length; length++) {
      const cut = blob.subarray(0, length).toString('base64');
      const armoured = [lines[0], cut, lines.at(-2), ''].join('\n');
      expect([length, isSignedBy(keys, bytes(manifest), armoured)]).toEqual([length, false]);
    }
    rmSync(signature);
    Bun.spawnSync(['ssh-keygen', '-q', '-Y', 'sign', '-n', 'git', '-f', key, file]);
    expect(isSignedBy(keys, bytes(manifest), await Bun.file(signature).text())).toBe(false);
  }),
);

needs('ssh-keygen')('refuses to sign with a key that no installation would trust', () =>
  withSigned(async ({ folder, key, signers }) => {
    mustBeSigner(key, `# A comment\n${signers}`);
    const { key: other, signers: line } = newKey(folder, 'other');
    expect(() => mustBeSigner(other, signers)).toThrow(`packages/signers.txt:\n${line.trim()}`);
  }),
);
