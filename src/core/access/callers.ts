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
