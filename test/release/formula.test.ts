import { expect, test } from 'bun:test';
import { join } from 'node:path';
import names from '../../packages/names.json' with { type: 'json' };
import { formula, formulaFile } from '../../scripts/release/formula.ts';
import { archiveFile } from '../../src/release/manifest.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { needs } from '../support/machine/tools.ts';

const brewed = ['macos-arm64', 'macos-x64', 'linux-arm64', 'linux-x64'];
const version = '0.2.0';
const files = [...brewed, 'linux-x64-musl', 'windows-x64'].map((system) => ({
  name: archiveFile(version, system),
  sha256: new Bun.CryptoHasher('sha256').update(system).digest('hex'),
}));
const summed = (system: string) => files.find(({ name }) => name === archiveFile(version, system));

/** Reads a formula as Homebrew does: with a processor and a system, it runs what is in their blocks. */
const reader = `
class Formula
  def self.on(one, here) = one == here ? yield : nil
  def self.on_macos(&block) = on('macos', OS, &block)
  def self.on_linux(&block) = on('linux', OS, &block)
  def self.on_arm(&block) = on('arm', CPU, &block)
  def self.on_intel(&block) = on('intel', CPU, &block)
  def self.url(value) = puts(value)
  def self.sha256(value) = puts(value)
  def self.version(value) = puts(value)
  def self.service = nil
  def self.test = nil
  def self.desc(value) = nil
  def self.homepage(value) = nil
  def self.license(value) = nil
end
OS, CPU, file = ARGV
load file
`;

needs('ruby')(
  'names the archive of each system with its checksum, in words that Ruby reads',
  async () => {
    const folder = temporaryDirectory();
    const file = join(folder, formulaFile);
    await Bun.write(file, formula({ version, files }));
    for (const system of brewed) {
      const [os = '', cpu = ''] = system.split('-');
      const args = [os, cpu === 'arm64' ? 'arm' : 'intel', file];
      const { stdout, stderr } = Bun.spawnSync(['ruby', '-w', '-e', reader, ...args]);
      expect(stderr.toString()).toBe('');
      const { name, sha256 } = summed(system) ?? {};
      const url = `${names.release.url}/download/v${version}/${name}`;
      expect(stdout.toString().split('\n')).toEqual([version, url, `${sha256}`, '']);
    }
    removeDirectory(folder);
  },
);

test('leaves out the systems of which a release has no archive', () => {
  const some = files.filter(({ name }) => name.includes('linux-x64'));
  const text = formula({ version, files: some });
  expect(text.match(/on_\w+/g)).toEqual(['on_linux', 'on_intel']);
});
