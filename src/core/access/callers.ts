import type { Via } from './schema.ts';

/** Where a call came from. The address is null in process. */
export type Visit = { via: Via; address: string | null; userAgent?: string | null };
export const IN_PROCESS: Visit = { via: 'api', address: null };
/** `credential` is what proved who calls: `session`, the id of a token or key, or `local`. */
export type Origin = Visit & {
  credential: string;
  /** Of a token that nobody logged in to make: it is worth no more than the local secret. */
  isLocal?: boolean;
};

/** Who is calling. Agents ask, humans decide; nobody does both with one credential. */
export type Agent = {
  kind: 'agent';
  /** Both null for the local secret. */
  keyId: string | null;
  keyName: string | null;
  channels: Channels;
  origin: Origin;
};
export type Human = {
  kind: 'human';
  userId: string;
  name: string;
  role: 'owner' | 'reviewer';
  channels: Channels;
  origin: Origin;
};
export type Caller = Agent | Human;

/** The origin of whoever holds the secret of `run.json` or the data directory itself. */
export const localOrigin = (visit: Visit = IN_PROCESS): Origin => ({
  ...visit,
  credential: 'local',
});

/** An agent of all channels that shows no key: the local secret asks too. */
export const localAgent = (visit?: Visit): Agent => ({
  kind: 'agent',
  keyId: null,
  keyName: null,
  channels: 'all',
  origin: localOrigin(visit),
});

/** Whether nobody has logged in for this call, by whatever credential. */
export const isLocal = ({ origin }: Caller): boolean =>
  origin.credential === 'local' || origin.isLocal === true;

/** The channels a caller sees; what stands outside does not exist for it. */
export type Channels = 'all' | readonly string[];

/** The ids of a scope that has some; for a query that is not of all channels. */
export const idsOf = (scope: Channels): readonly string[] => (scope === 'all' ? [] : scope);

/** Whether the caller is of this key, or of this user. */
export function isOf(caller: Caller, whose: { keyId: string } | { userId: string }): boolean {
  if ('keyId' in whose) return caller.kind === 'agent' && caller.keyId === whose.keyId;
  return caller.kind === 'human' && caller.userId === whose.userId;
}
