/** How a coding agent on this machine is connected: the `files.ts` of each client says what is written where. */
import type { Addition } from './json-edit.ts';

/** The parts of a connection: hooks by which the client asks, and tools by which its agent asks. */
export const parts = ['hooks', 'mcp'] as const;
export type Part = (typeof parts)[number];

/** Everything that the files of a client depend on. */
export type Connecting = {
  /** The inbox, without a slash at its end. */
  url: string;
  key: string;
  /** The absolute path of the command line. */
  executable: string;
  /** The record of what is connected, in which URL and key can be read. */
  record: string;
  parts: readonly Part[];
  /** Rules, in the client's own form, for what it must ask a person. */
  ask: string[];
  /** The commands that an agent must not run. */
  deniedCommands: string[];
  /** The directories that an agent must not read. */
  deniedDirectories: string[];
};

/** Where a client finds its settings. */
export type Surroundings = { home: string; variable: (name: string) => string | undefined };

/** A file of others that gets additions, in JSON unless its name ends in `.toml`; or one that is ours alone. */
export type ClientFile = { path: string } & ({ additions: Addition[] } | { text: string });

/** The entry `inbox` among the MCP servers of a client. */
export type ClientServer = {
  file: (around: Surroundings) => string;
  /** Where the entry is in it. */
  path: string[];
  entry: (connecting: Connecting) => Record<string, unknown>;
  /**
   * The commands of the client's own program that change a file which it also writes while it runs; null if the entry is
   * among the additions to its files.
   */
  commands: {
    add: (entry: Record<string, unknown>) => string[];
    remove: string[];
    /** The variables with which they change this file. */
    variables: (file: string, around: Surroundings) => Record<string, string>;
  } | null;
};

/** The path of the executable as a shell reads it. */
export const quoted = (path: string) =>
  /^[\w/.@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

export type ClientFiles = {
  files: (connecting: Connecting, around: Surroundings) => ClientFile[];
  server: ClientServer;
  /** Texts that nothing but our additions has in it. */
  marks: (connecting: Pick<Connecting, 'key' | 'executable'>) => string[];
  /** Whether it is a rule of the client's, and some that are useful. */
  isRule: (rule: string) => boolean;
  rules: string[];
  /** Returns what in the settings of a file keeps the connection from working. */
  obstacles: (settings: unknown, about: Pick<Connecting, 'url'> & { path: string }) => string[];
  /** Things that a person must still do, as sentences. */
  next: string[];
  /**
   * Words to the person, with `--gate` and without, of a client whose hooks are connected only so; null for any other. A gate
   * asks before each use of a tool, and nothing else asks then.
   */
  gate: { closed: string; open: string } | null;
  /** A call of a hook that changes nothing. */
  probe: Record<string, unknown>;
};
