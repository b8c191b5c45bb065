/** The notes of a follower. */

/** `about` is the id of what it is about. */
export type Noted = { seq: number; event: string; about: string | null };
/**
 * The events received of one history since it was last read in full. `log` is the newest that the
 * server named, and `after` the last handled seq.
 */
export type Part = { history: string; log: string; from: number; after: number; events: Noted[] };
export type Journal = ReturnType<typeof createJournal>;

/** Each start of the server has a log of its own; a restore begins another history. */
export const historyOf = (log: string): string => log.split('.')[0] ?? log;

export function createJournal(name: string) {
  const parts: Part[] = [];
  const watched = new Map<string, () => void>();
  let current: Part | undefined;
  let connections = 0;
  const said: string[] = [];
  return {
    name,
    parts,
    /** The last handled seq and its log; undefined if it has to begin afresh. */
    place: () => current,
    begin(log: string, from: number): void {
      const history = historyOf(log);
      current = { history, log, from, after: from, events: [] };
      parts.push(current);
      watched.get(history)?.();
    },
    /** The server answered from this log: a start continues the history of the previous one. */
    continues(log: string): void {
      if (!current) return;
      if (historyOf(log) !== current.history) {
        throw new Error(`${name}: ${log} does not continue ${current.log}`);
      }
      current.log = log;
    },
    /** The server says that its place is gone. */
    gone(): void {
      current = undefined;
    },
    note(noted: Noted): void {
      if (!current) throw new Error(`${name}: ${noted.event} before a beginning`);
      current.events.push(noted);
      current.after = noted.seq;
      watched.get(noted.about ?? '')?.();
    },
    /** The last steps of its connection, to find what it missed. */
    say: (what: string) => void said.push(`${new Date().toISOString().slice(14, 23)} ${what}`),
    said: () => said.slice(-8),
    connected: () => void connections++,
    connections: () => connections,
    /** Resolves once it follows that history. */
    begins: (history: string) =>
      new Promise<void>((resolve) => {
        if (current?.history === history) resolve();
        watched.set(history, resolve);
      }),
    /** Resolves once it has an event about that. */
    receives: (about: string) =>
      new Promise<void>((resolve) => {
        if (current?.events.some((noted) => noted.about === about)) resolve();
        watched.set(about, resolve);
      }),
  };
}

type Payload = { [id in 'id' | 'messageId' | 'agentId' | 'keyId' | 'userId']?: string };

/** The id in a payload, whatever it is called there. */
export const idIn = ({ messageId, agentId, keyId, userId, id }: Payload): string | null =>
  messageId ?? agentId ?? keyId ?? userId ?? id ?? null;
