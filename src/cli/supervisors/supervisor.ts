/** The program of the system that keeps the server running: systemd, or launchd on macOS. */
import type { GlobalOptions } from '../options.ts';

export type ServiceOptions = GlobalOptions & { user?: boolean; unitDir?: string };
export type InstallOptions = ServiceOptions & {
  print?: boolean;
  runAs?: string;
  exec?: string;
  host?: string;
  port?: string;
  publicUrl?: string;
};
export type LogOptions = ServiceOptions & { follow?: boolean; lines: number };

/** The server as it is to be run. */
export type Server = {
  /** The executable, and our script between it and its command, if any. */
  command: string[];
  /** The arguments of `serve`. */
  flags: string[];
  /** Null for the directory that the service gets by default. */
  data: string | null;
  /** Where scheduled backups go, if not into the data directory. */
  backups: string | null;
  port: number;
};

export type State = {
  installed: boolean;
  /** Whether it is started by itself. */
  enabled: boolean;
  active: boolean;
  state: string | null;
  result: string | null;
  pid: number | null;
  since: string | null;
};

export type Supervisor = {
  /** When a service of it is started by itself. */
  starts: string;
  runsHere: () => Promise<boolean>;
  /** Throws if it does not run here, as in a container. */
  mustRun: (options: ServiceOptions) => Promise<void>;
  /** Whether the service is of one user. */
  isOwn: (options: ServiceOptions) => boolean;
  file: (options: ServiceOptions) => string;
  mode: number;
  /** The text of the file, and what would keep it from working. */
  write: (server: Server, options: InstallOptions) => { text: string; faults: string[] };
  /** Starts the service, or restarts it with the file as it is now; returns what else is to be known. */
  start: (file: string, options: ServiceOptions) => Promise<string | null>;
  /** Stops it, and forgets its file, which `remove` deletes. */
  stop: (remove: () => void, options: ServiceOptions) => Promise<void>;
  /** The state, and the same in words. */
  state: (options: ServiceOptions) => Promise<State & { words: string }>;
  /** The command that prints the logs. */
  logs: (options: LogOptions) => Promise<string[]>;
};
