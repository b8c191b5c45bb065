import type { Agent } from './schema.ts';

/** What of a channel says how its agent fares. */
export const statusOf = ({ id, status, statusMessage, lastActiveAt }: Agent) => ({
  ...{ agentId: id, statusMessage, lastActiveAt },
  // Never null after the agent's first request.
  status: status as NonNullable<Agent['status']>,
});
