import { type Credentials, createClient } from '../client/client.ts';

/** A client of an inbox whose requests say that they come from this command line. */
export const terminalClient = (target: Parameters<typeof createClient>[0], as: Credentials) =>
  createClient(target, as, 'terminal');
