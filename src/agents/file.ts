/** How a coding agent on this machine is connected: the `files.ts` of each client says what is written where. */
import type { Addition } from './json-edit.ts';

/** Everything that the files of a client depend on. */
export type Connecting = {
  /** The inbox, without a slash at its end. */
  url: string;
  key: string;
  /** The absolute path of the command line. */
  executable: string;
  /** The record of what is connected, in which URL and key can be read. */
  record: string;
  /** Rules, in the client's own form, for what it must ask a person. */
  ask: string[];
  /** The commands that an agent must not run. */
  deniedCommands: string[];
  /** The directories that an agent must not read. */
  deniedDirectories: string[];
};

/** Where a client finds its settings. */
export type Surroundings = { home: string; variable: (name: string) => string | undefined };

/** A file of others that gets additions, or one that is ours alone. */
export type ClientFile = { path: string } & ({ additions: Addition[] } | { text: string });

export type ClientFiles = {
  files: (connecting: Connecting, around: Surroundings) => ClientFile[];
  /** Texts that nothing but our additions has in it. */
  marks: (connecting: Pick<Connecting, 'key' | 'executable'>) => string[];
  /** Whether it is a rule of the client's, and some that are useful. */
  isRule: (rule: string) => boolean;
  rules: string[];
  /** Returns what in the settings keeps the connection from working. */
  obstacles: (settings: unknown, connecting: Pick<Connecting, 'url'>) => string[];
  /** Things that a person must still do, as sentences. */
  next: string[];
  /** A call of a hook that changes nothing. */
  probe: Record<string, unknown>;
};
