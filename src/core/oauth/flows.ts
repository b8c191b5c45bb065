/** The flows whose redirect is awaited, by their state, oldest first. A restart forgets them. */
export type Flows = Map<string, Flow>;
export type Flow = { channelId: string; provider: string; expiresAt: number };
