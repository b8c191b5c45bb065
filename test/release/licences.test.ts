import { beforeAll, expect, test } from 'bun:test';
import pkg from '../../package.json' with { type: 'json' };
import { licencesText } from '../../scripts/release/licences.ts';
import { bundledPackages, type Package } from '../../scripts/release/packages.ts';
import { sbom } from '../../scripts/release/sbom.ts';

let packages: Package[] = [];
beforeAll(async () => {
  packages = await bundledPackages();
}, 60_000);

test('finds the packages of server, dashboard and styles, fonts and nested versions', () => {
  const names = packages.map(({ name }) => name);
  const some = ['elysia', 'commander', 'react', '@mantine/core', '@fontsource-variable/inter'];
  for (const name of [...some, 'sonic-boom']) expect(names).toContain(name);
  expect(packages.filter(({ name }) => name === 'cookie').length).toBeGreaterThan(1);
  for (const name of ['typescript', '@biomejs/biome', 'playwright-core', 'fast-check']) {
    expect(names).not.toContain(name);
  }
});

test('combines names, versions and full texts of all licences', () => {
  const text = licencesText(packages);
  for (const { name, version, texts } of packages) {
    expect(text).toContain(`${name} ${version} (`);
    for (const one of texts) expect(text).toContain(one);
  }
  expect(text).toContain(`Bun ${Bun.version}`);
  expect(text).toContain('JavaScriptCore');
  expect(text).toContain('Dan Wheeler and Dropbox');
  expect(text).toContain('SIL OPEN FONT LICENSE');
});

test('stops the release for a package without a licence text', () => {
  const [first] = packages;
  const silent = { ...(first as Package), licence: 'Apache-2.0', texts: [] };
  expect(() => licencesText([silent])).toThrow('brings no text of its licence');
});

test('lists each package once in the SBOM, with the hash from the lock file', () => {
  const document = sbom(packages, 1_700_000_000, 'c0ffee');
  expect(document).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(document.metadata.timestamp).toBe('2023-11-14T22:13:20.000Z');
  const references = document.components.map((one) => one['bom-ref']);
  expect(new Set(references).size).toBe(references.length);
  expect(references).toContain(`pkg:npm/bun@${Bun.version}`);
  expect(references).toContain(`pkg:npm/%40mantine/core@${pkg.dependencies['@mantine/core']}`);
  expect(document.dependencies).toEqual([
    { ref: `agent-inbox@${pkg.version}`, dependsOn: references },
  ]);
  const hashes = document.components.slice(1).map((one) => JSON.stringify(one));
  for (const one of hashes) expect(one).toMatch(/"alg":"SHA-512","content":"[0-9a-f]{128}"/);
  expect(sbom(packages, 1_700_000_000, 'c0ffee')).toEqual(document);
});
