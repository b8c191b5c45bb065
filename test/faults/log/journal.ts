/** What a follower writes down. */

/** `about` is the id of what it is about. */
export type Noted = { seq: number; event: string; about: string | null };
/** The events received of one log since it was last read in full; `after` is the last handled seq. */
export type Part = { log: string; from: number; after: number; events: Noted[] };
export type Journal = ReturnType<typeof createJournal>;

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
      current = { log, from, after: from, events: [] };
      parts.push(current);
      watched.get(log)?.();
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
    /** What its connection did last, for who looks for what it missed. */
    say: (what: string) => void said.push(`${new Date().toISOString().slice(14, 23)} ${what}`),
    said: () => said.slice(-8),
    connected: () => void connections++,
    connections: () => connections,
    /** Resolves once it follows that log. */
    begins: (log: string) =>
      new Promise<void>((resolve) => {
        if (current?.log === log) resolve();
        watched.set(log, resolve);
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
