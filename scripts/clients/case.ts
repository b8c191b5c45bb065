/** A case of `bun run clients`: what a client did must agree with the record. */
import type { TestInbox } from './inbox.ts';

export type Outcome = { did: string; record: string; failure: string | null };

export type Case = {
  /** The client with its version, how it runs, and what happens to it. */
  title: string;
  /** It waits for minutes, beside the others and in an inbox of its own. */
  isLong: boolean;
  /** Installs the client, unless it is. */
  install: () => void;
  run: (inbox: TestInbox) => Promise<Outcome>;
};

export function cut(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
