// Lists the executable's components, as a CycloneDX 1.6 document.
import pkg from '../../package.json' with { type: 'json' };
import type { Package } from './packages.ts';

const bun = {
  type: 'platform',
  'bom-ref': `pkg:npm/bun@${Bun.version}`,
  name: 'bun',
  version: Bun.version,
  licenses: [{ license: { id: 'MIT' } }],
  purl: `pkg:npm/bun@${Bun.version}`,
};

/** @param madeAt seconds since 1970 */
export function sbom(packages: Package[], madeAt: number, commit: string | null) {
  const application = {
    type: 'application',
    'bom-ref': `${pkg.name}@${pkg.version}`,
    name: pkg.name,
    version: pkg.version,
    description: pkg.description,
    licenses: [{ license: { id: pkg.license } }],
    ...(commit === null ? {} : { properties: [{ name: 'commit', value: commit }] }),
  };
  const components = [bun, ...packages.map(componentOf)];
  const dependsOn = components.map((one) => one['bom-ref']);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(madeAt * 1000).toISOString(),
      component: application,
    },
    components,
    dependencies: [{ ref: application['bom-ref'], dependsOn }],
  };
}

function componentOf({ name, version, licence, integrity }: Package) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(integrity.startsWith('sha512-') && {
      hashes: [{ alg: 'SHA-512', content: hex(integrity) }],
    }),
    licenses: [/\s/.test(licence) ? { expression: licence } : { license: { id: licence } }],
    purl,
  };
}

const hex = (integrity: string) =>
  Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
