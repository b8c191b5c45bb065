// The files beside the executable in an archive, a Debian package and an image.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bashScript } from '../../src/cli/completion/bash.ts';
import { fishScript } from '../../src/cli/completion/fish.ts';
import { zshScript } from '../../src/cli/completion/zsh.ts';
import { unitText } from '../../src/cli/supervisors/unit.ts';
import { INSTALLED_BY } from '../../src/release/installer.ts';
import { version } from '../../src/version.ts';
import { type Entry, gzip } from './archive.ts';
import { isLinux, isWindows, type Target } from './targets.ts';

const root = join(import.meta.dir, '../..');

export type Texts = { manual: string; licences: string };

/** Returns the files of an archive, which has one folder at its top. */
export function archiveEntries(target: Target, executable: Uint8Array, texts: Texts): Entry[] {
  const folder = archiveName(target);
  const name = isWindows(target) ? 'inbox.exe' : 'inbox';
  return [
    { path: `${folder}/${name}`, bytes: executable, mode: 0o755 },
    file(`${folder}/LICENSE`, ownFile('LICENSE')),
    file(`${folder}/THIRD-PARTY-LICENSES.txt`, texts.licences),
    file(`${folder}/inbox.1`, texts.manual),
    file(`${folder}/completions/inbox.bash`, bashScript),
    file(`${folder}/completions/_inbox`, zshScript),
    file(`${folder}/completions/inbox.fish`, fishScript),
    ...(isLinux(target) ? [file(`${folder}/inbox.service`, unitAt('/usr/local/bin', null))] : []),
  ];
}

export const archiveName = ({ name }: Target) => `inbox-${version}-${name}`;

/** Returns the files of a Debian package, with Debian's paths. */
export const packageEntries = (executable: Uint8Array, texts: Texts): Entry[] => [
  { path: 'usr/bin/inbox', bytes: executable, mode: 0o755 },
  file('usr/lib/systemd/system/inbox.service', unitAt('/usr/bin', 'inbox')),
  file('usr/share/man/man1/inbox.1.gz', gzip(Buffer.from(texts.manual))),
  file('usr/share/bash-completion/completions/inbox', bashScript),
  file('usr/share/zsh/vendor-completions/_inbox', zshScript),
  file('usr/share/fish/vendor_completions.d/inbox.fish', fishScript),
  file(`usr/${INSTALLED_BY}`, 'deb\n'),
  file('usr/share/doc/agent-inbox/copyright', `${ownFile('LICENSE')}\n${texts.licences}`),
  file('usr/share/doc/agent-inbox/changelog.gz', gzip(Buffer.from(ownFile('CHANGELOG.md')))),
];

/** Returns the files of an image, in addition to its base. */
export const imageEntries = (executable: Uint8Array, texts: Texts): Entry[] => [
  { path: 'usr/bin/inbox', bytes: executable, mode: 0o755 },
  file(`usr/${INSTALLED_BY}`, 'image\n'),
  file('usr/share/doc/agent-inbox/copyright', `${ownFile('LICENSE')}\n${texts.licences}`),
];

export const file = (path: string, content: string | Uint8Array): Entry => ({
  path,
  mode: 0o644,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
});

/** Returns a file of this repository. */
export const ownFile = (name: string) => readFileSync(join(root, name), 'utf8');

const unitAt = (folder: string, runAs: string | null) =>
  unitText({
    command: [`${folder}/inbox`],
    flags: [],
    user: false,
    runAs,
    data: null,
    backups: null,
    needsLowPort: false,
  });
