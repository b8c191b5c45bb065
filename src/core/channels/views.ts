import type { Agent } from './schema.ts';

/** Returns the status fields of a channel. */
export const statusOf = ({ id, status, statusMessage, lastActiveAt }: Agent) => ({
  agentId: id,
  statusMessage,
  lastActiveAt,
  // Never null after the agent's first request.
  status: status as NonNullable<Agent['status']>,
});
