import type { Tx } from '../../storage/store.ts';
import type { Via } from './schema.ts';

/** Where a call came from. The address is null in process. */
export type Visit = { via: Via; address: string | null; userAgent?: string | null };
export const IN_PROCESS: Visit = { via: 'api', address: null };
/** `credential` is what authenticated the call: `session`, the id of a token or key, or `local`. */
export type Origin = Visit & {
  credential: string;
  /** The id of the session, if that is the credential. */
  session?: string;
  /** True for a token created without a login: it counts no more than the local secret. */
  isLocal?: boolean;
};

/**
 * Finds a caller again by the same credential, as they are now; null once it has ended. `id` names the
 * credential: all of its callers have the same rights.
 */
export type Standing<C> = { id: string; find: (db: Tx) => Promise<C | null> };

/** Who is calling. Agents ask, humans decide; no credential does both. */
export type Agent = {
  kind: 'agent';
  /** Both null for the local secret. */
  keyId: string | null;
  keyName: string | null;
  channels: Channels;
  origin: Origin;
  standing: Standing<Agent>;
};
export type Human = {
  kind: 'human';
  userId: string;
  name: string;
  role: 'owner' | 'reviewer';
  channels: Channels;
  /** False without a login while local answers are off. */
  mayDecide: boolean;
  origin: Origin;
  standing: Standing<Human>;
};
export type Caller = Agent | Human;

/** Returns the origin of a caller with the secret of `run.json` or access to the data directory. */
export const localOrigin = (visit: Visit = IN_PROCESS): Origin => ({
  ...visit,
  credential: 'local',
});

/** Returns an agent of all channels without a key: the local secret may ask too. */
export const localAgent = (visit?: Visit): Agent => ({
  kind: 'agent',
  keyId: null,
  keyName: null,
  channels: 'all',
  origin: localOrigin(visit),
  standing: { id: 'local agent', find: async () => localAgent(visit) },
});

/** Returns what a right that this caller gives depends on: the id of a session or token, or `local`. */
export const credentialOf = ({ origin: { credential, session } }: Caller): string =>
  session ?? credential;

/** Returns whether this call was made without a login, by whatever credential. */
export const isLocal = ({ origin }: { origin: Origin }): boolean =>
  origin.credential === 'local' || origin.isLocal === true;

/** The channels a caller sees; others do not exist for it. */
export type Channels = 'all' | readonly string[];

export const isIn = (scope: Channels, channelId: string): boolean =>
  scope === 'all' || scope.includes(channelId);

/** The ids of a scope that has some; for a query that is not of all channels. */
export const idsOf = (scope: Channels): readonly string[] => (scope === 'all' ? [] : scope);

/** Returns whether the caller uses this key, or is this user. */
export function isAffectedBy(
  caller: Caller,
  whose: { keyId: string } | { userId: string },
): boolean {
  if ('keyId' in whose) return caller.kind === 'agent' && caller.keyId === whose.keyId;
  return caller.kind === 'human' && caller.userId === whose.userId;
}
