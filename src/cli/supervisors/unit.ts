/** The unit with which systemd runs the server. */
import { UsageError } from '../errors.ts';

export type UnitOptions = {
  /** The executable, and our script between it and its command, if any. */
  command: string[];
  /** The arguments of `serve`. */
  flags: string[];
  user: boolean;
  /** The user to run as; null for one that exists only while the service runs. */
  runAs: string | null;
  /** A data directory other than systemd's own for the service. */
  data: string | null;
  /** Where scheduled backups go, if not into the data directory. */
  backups: string | null;
  /** True for a port that only root may open. */
  needsLowPort: boolean;
};

export function unitText(options: UnitOptions): string {
  const { command, flags, user } = options;
  return `[Unit]
Description=Agent Inbox
${user ? '' : 'Wants=network-online.target\nAfter=network-online.target\n'}
[Service]
Type=exec
ExecStart=${[...command, 'serve', ...flags].map(quoted).join(' ')}
Restart=on-failure
RestartSec=3
UMask=0077
${(user ? ownSettings : systemSettings(options)).join('\n')}

[Install]
WantedBy=${user ? 'default.target' : 'multi-user.target'}
`;
}

/** The restrictions that need no root. */
const ownSettings = [
  'NoNewPrivileges=yes',
  'LockPersonality=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'SystemCallArchitectures=native',
];

function systemSettings({ runAs, data, backups, needsLowPort }: UnitOptions): string[] {
  const capability = needsLowPort ? 'CAP_NET_BIND_SERVICE' : '';
  return [
    runAs === null ? 'DynamicUser=yes' : `User=${runAs}`,
    ...(data === null
      ? ['StateDirectory=inbox', 'StateDirectoryMode=0700']
      : [`ReadWritePaths=${quotedPath(data)}`]),
    // With the dash the service starts even without the directory, and reports a failed backup.
    ...(backups === null ? [] : [`ReadWritePaths=-${quotedPath(backups)}`]),
    `CapabilityBoundingSet=${capability}`,
    `AmbientCapabilities=${capability}`,
    ...ownSettings,
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'ProtectKernelTunables=yes',
    'ProtectKernelModules=yes',
    'ProtectKernelLogs=yes',
    'ProtectControlGroups=yes',
    'ProtectClock=yes',
    'ProtectHostname=yes',
    'ProtectProc=invisible',
    'RestrictNamespaces=yes',
    'RemoveIPC=yes',
    'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
    // A filtered call fails, and Bun falls back to another; without this the process would be
    // killed.
    'SystemCallFilter=@system-service',
    'SystemCallErrorNumber=EPERM',
  ];
}

/** Quotes one word of a command, in which systemd also expands $. */
export const quoted = (word: string) => quotedPath(word).replaceAll('$', '$$$$');

/** Quotes one word of a unit file, in which systemd interprets %, quotes and backslashes. */
function quotedPath(word: string): string {
  if (/\p{Cc}/u.test(word)) throw new UsageError('A unit file cannot contain control characters');
  if (/^[\w/.:@=+,-]+$/.test(word)) return word;
  const escaped = word.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return `"${escaped.replaceAll('%', '%%')}"`;
}

const HIDDEN = /^\/(home|root|run\/user|tmp|var\/tmp)\//;

/** Returns whether a system service cannot see the file. */
export const isHidden = (file: string) => HIDDEN.test(file);
