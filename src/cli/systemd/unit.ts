/** The unit with which systemd runs the server. */
import { UsageError } from '../errors.ts';

export type UnitOptions = {
  /** The executable, and what of ours stands between it and its command. */
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

/** What systemd can take from a service without being root. */
const ownSettings = [
  ...['NoNewPrivileges=yes', 'LockPersonality=yes', 'RestrictRealtime=yes', 'RestrictSUIDSGID=yes'],
  ...['SystemCallArchitectures=native'],
];

function systemSettings({ runAs, data, backups, needsLowPort }: UnitOptions): string[] {
  const capability = needsLowPort ? 'CAP_NET_BIND_SERVICE' : '';
  return [
    runAs === null ? 'DynamicUser=yes' : `User=${runAs}`,
    ...(data === null
      ? ['StateDirectory=inbox', 'StateDirectoryMode=0700']
      : [`ReadWritePaths=${quotedPath(data)}`]),
    // With the dash the service starts without it, and says that a backup failed.
    ...(backups === null ? [] : [`ReadWritePaths=-${quotedPath(backups)}`]),
    `CapabilityBoundingSet=${capability}`,
    `AmbientCapabilities=${capability}`,
    ...ownSettings,
    ...['ProtectSystem=strict', 'ProtectHome=yes', 'PrivateTmp=yes', 'PrivateDevices=yes'],
    ...['ProtectKernelTunables=yes', 'ProtectKernelModules=yes', 'ProtectKernelLogs=yes'],
    ...['ProtectControlGroups=yes', 'ProtectClock=yes', 'ProtectHostname=yes'],
    ...['ProtectProc=invisible', 'RestrictNamespaces=yes', 'RemoveIPC=yes'],
    'RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK',
    // A call that is filtered fails, and Bun takes its other way; killed, it could not.
    ...['SystemCallFilter=@system-service', 'SystemCallErrorNumber=EPERM'],
  ];
}

/** One word of a command, in which systemd reads $ as a variable's besides. */
export const quoted = (word: string) => quotedPath(word).replaceAll('$', '$$$$');

/** One word of a unit file, in which systemd reads %, quotes and backslashes as its own. */
function quotedPath(word: string): string {
  if (/\p{Cc}/u.test(word)) throw new UsageError('A unit file cannot contain control characters');
  if (/^[\w/.:@=+,-]+$/.test(word)) return word;
  const escaped = word.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return `"${escaped.replaceAll('%', '%%')}"`;
}

const HIDDEN = /^\/(home|root|run\/user|tmp|var\/tmp)\//;

/** True for a file that a system's service cannot see. */
export const isHidden = (file: string) => HIDDEN.test(file);
