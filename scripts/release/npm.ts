// The packages for npm: one with the command, and one with the executable for each system.
import own from '../../package.json' with { type: 'json' };
import names from '../../packages/names.json' with { type: 'json' };
import manifest from '../../packages/program/package.json' with { type: 'json' };
import type { Entry } from './archive.ts';
import { file, ownFile, type Texts } from './contents.ts';
import { isWindows, type Target, targets } from './targets.ts';

const { version } = own;

/** Starts with what readers type: the name under which npm knows it may have to change. */
export const npmArchive = (target?: Target) =>
  `inbox-${version}-npm${target === undefined ? '' : `-${target.name}`}.tgz`;

export const systemPackage = ({ npm: { os, cpu, libc } }: Target) =>
  `${names.npm.scope}/${os}-${cpu}${libc === 'musl' ? '-musl' : ''}`;

/** Returns the files of the package with the command, which finds the executable of its system. */
export const programEntries = ({ manual }: Texts): Entry[] => [
  manifestEntry({
    name: names.npm.program,
    ...manifest,
    optionalDependencies: Object.fromEntries(targets.map((one) => [systemPackage(one), version])),
  }),
  { ...file('package/inbox.cjs', ownFile('packages/program/inbox.cjs')), mode: 0o755 },
  file('package/inbox.1', manual),
  file('package/README.md', ownFile('packages/program/README.md')),
  file('package/LICENSE', ownFile('LICENSE')),
];

/** Returns the files of the package for one system. */
export function systemEntries(target: Target, executable: Uint8Array, texts: Texts): Entry[] {
  const { os, cpu, libc } = target.npm;
  const system = { os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) };
  const description = `The executable of the inbox for ${target.name}; ${names.npm.program} runs it.`;
  return [
    manifestEntry({
      name: systemPackage(target),
      description,
      license: own.license,
      ...system,
      // Yarn would otherwise keep it in a zip file, where nothing can run it.
      preferUnplugged: true,
    }),
    {
      path: `package/bin/inbox${isWindows(target) ? '.exe' : ''}`,
      bytes: executable,
      mode: 0o755,
    },
    file('package/LICENSE', ownFile('LICENSE')),
    file('package/THIRD-PARTY-LICENSES.txt', texts.licences),
  ];
}

/** npm's proof of where a package was built needs the repository, once it has an address. */
function manifestEntry({ name, ...rest }: { name: string } & Record<string, unknown>): Entry {
  const { url, reserved } = names.repository;
  const repository = reserved && { repository: { type: 'git', url: `git+${url}.git` } };
  const content = { name, version, ...rest, ...repository };
  return file('package/package.json', `${JSON.stringify(content, null, 2)}\n`);
}
