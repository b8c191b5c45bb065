// Makes a Debian package with dpkg-deb.
import { rmSync } from 'node:fs';
import pkg from '../../package.json' with { type: 'json' };
import type { Entry } from './archive.ts';
import { writeFolder } from './folder.ts';

type Packed = {
  entries: Entry[];
  architecture: string;
  /** Seconds since 1970, for every file. */
  madeAt: number;
  file: string;
  /** In dpkg-deb's terms; a higher level takes a minute more and saves 2 MB. */
  compression?: string[];
};

export async function debianPackage(packed: Packed): Promise<void> {
  const { entries, architecture, madeAt, file, compression = ['-Zxz', '-z1'] } = packed;
  if (!Bun.which('dpkg-deb')) throw new Error('dpkg-deb is missing: Debian has it in dpkg');
  const stage = `${file}.stage`;
  writeFolder(stage, [...entries, ...controlEntries(entries, architecture)]);
  const form = ['--root-owner-group', ...compression, '--threads-max=1'];
  const child = Bun.spawn(['dpkg-deb', ...form, '--build', stage, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: `${madeAt}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await child.exited;
  rmSync(stage, { recursive: true });
  if (code !== 0) throw new Error(`dpkg-deb did not make ${file}`);
}

function controlEntries(entries: Entry[], architecture: string): Entry[] {
  const kilobytes = Math.ceil(entries.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1024);
  const script = (path: string, text: string) => ({ ...entry(path, text), mode: 0o755 });
  return [
    entry('DEBIAN/control', control(architecture, kilobytes)),
    script('DEBIAN/postinst', postinst),
    script('DEBIAN/prerm', prerm),
    script('DEBIAN/postrm', postrm),
  ];
}

const entry = (path: string, text: string): Entry => ({
  path,
  mode: 0o644,
  bytes: new TextEncoder().encode(text),
});

const control = (architecture: string, kilobytes: number) => `Package: agent-inbox
Version: ${pkg.version}
Architecture: ${architecture}
Maintainer: Agent Inbox contributors
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.17), adduser, init-system-helpers
Section: net
Priority: optional
Description: inbox through which AI agents ask people and people answer
 One server with an HTTP API, a dashboard for the browser and a terminal view.
 The service runs as the user inbox, with its data in /var/lib/inbox.
`;

const postinst = `#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
if ! getent passwd inbox >/dev/null; then
  adduser --system --group --quiet --home /var/lib/inbox --no-create-home --gecos 'Agent Inbox' inbox
fi
# Also where root has served before.
if [ "$(stat -c %U /var/lib/inbox 2>/dev/null)" != inbox ]; then
  install -d -m 0700 /var/lib/inbox
  chown -R inbox:inbox /var/lib/inbox
fi
deb-systemd-helper unmask inbox.service >/dev/null || true
if deb-systemd-helper --quiet was-enabled inbox.service; then
  deb-systemd-helper enable inbox.service >/dev/null || true
fi
if [ -d /run/systemd/system ]; then
  systemctl --system daemon-reload >/dev/null || true
  deb-systemd-invoke restart inbox.service >/dev/null || true
fi
`;

const prerm = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  deb-systemd-invoke stop inbox.service >/dev/null || true
fi
`;

// People own their decisions: only they delete them.
const postrm = `#!/bin/sh
set -e
if [ "$1" = remove ] || [ "$1" = purge ]; then
  if [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload >/dev/null || true
  fi
  if [ -d /var/lib/inbox ]; then
    echo "The data stays in /var/lib/inbox, and the user inbox owns it." >&2
  fi
fi
if [ "$1" = purge ] && [ -x /usr/bin/deb-systemd-helper ]; then
  deb-systemd-helper purge inbox.service >/dev/null || true
fi
`;
