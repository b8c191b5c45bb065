/** A release that was built, as far as it gets without an account. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { tarGz } from '../../scripts/release/archive.ts';
import { archiveEntries, archiveName } from '../../scripts/release/contents.ts';
import { npmArchive, programEntries, systemEntries } from '../../scripts/release/npm.ts';
import { targets } from '../../scripts/release/targets.ts';
import { MANIFEST } from '../../src/release/manifest.ts';
import { built } from '../support/machine/built.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { outcomeOf } from '../support/machine/outcome.ts';
import { registryOf } from '../support/packages/registry.ts';

const MADE_AT = 1_700_000_000;
const texts = { manual: '.TH INBOX 1\n', licences: 'Licences\n' };
const rehearsal = join(import.meta.dir, '../../scripts/release/rehearsal.ts');

// Packing the executable twice takes long. ci.yml rehearses a whole release.
const slow = process.env.INBOX_TEST_SLOW === '1' ? built : test.skip;

slow(
  'starts, signs and would publish a release without an account',
  async () => {
    const [here] = targets.filter(({ bun }) => bun === `bun-${process.platform}-${process.arch}`);
    if (!here) throw new Error('There is no release for this system');
    const folder = temporaryDirectory();
    const release = join(folder, 'release');
    const executable = await Bun.file(`${process.env.INBOX_TEST_EXECUTABLE}`).bytes();
    const files = {
      [`${archiveName(here)}.tar.gz`]: archiveEntries(here, executable, texts),
      [npmArchive()]: programEntries(texts),
      [npmArchive(here)]: systemEntries(here, executable, texts),
    };
    for (const [name, entries] of Object.entries(files)) {
      await Bun.write(join(release, name), await tarGz(entries, MADE_AT));
    }
    await Bun.write(join(release, MANIFEST), 'c0ffee  inbox\n');
    await using registry = await registryOf([]);
    const child = Bun.spawn([process.execPath, rehearsal, release], {
      env: { ...process.env, HOME: folder, npm_config_registry: registry.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { code, out, err } = await outcomeOf(child);
    if (code !== 0) throw new Error(`It ended with ${code}:\n${out}\n${err}`);
    const steps = out.match(/^ok: .+$/gm) ?? [];
    const published = steps.filter((step) => step.startsWith('ok: npm publish --dry-run'));
    const order = published.map((step) => step.split('/').at(-1));
    expect(order).toEqual([npmArchive(here), npmArchive()]);
    expect(steps.filter((step) => step.includes('--version'))).toHaveLength(2);
    expect(out).toContain(`ok: signs ${join(release, MANIFEST)}`);
    expect(out).toContain('Not done, as each needs an account');
    removeDirectory(folder);
  },
  120_000,
);
