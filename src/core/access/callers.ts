/** Who is calling. Agents ask, humans decide; nobody does both with one credential. */
export type Agent = { kind: 'agent'; keyId: string | null; channels: Channels };
export type Human = {
  kind: 'human';
  userId: string;
  name: string;
  role: 'owner' | 'reviewer';
  channels: Channels;
};
export type Caller = Agent | Human;

/** The channels a caller sees; what stands outside does not exist for it. */
export type Channels = 'all' | readonly string[];

/** Whether the caller is of this key, or of this user. */
export function isOf(caller: Caller, whose: { keyId: string } | { userId: string }): boolean {
  if ('keyId' in whose) return caller.kind === 'agent' && caller.keyId === whose.keyId;
  return caller.kind === 'human' && caller.userId === whose.userId;
}
