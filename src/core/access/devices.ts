import type { Human } from './callers.ts';

/** The log-ins that are open, by the hash of their device code, oldest first. A restart forgets them. */
export type Devices = Map<string, OpenDevice>;
export type Decision = { denied: true } | { approver: Human };
export type OpenDevice = {
  userCode: string;
  name: string;
  program: string | null;
  from: string;
  begunAt: number;
  expiresAt: number;
  decision: Decision | null;
};
