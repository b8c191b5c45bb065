import { type Credentials, createClient } from '../client/client.ts';

/** Creates a client whose requests identify this command line. */
export const terminalClient = (target: Parameters<typeof createClient>[0], as: Credentials) =>
  createClient(target, as, 'terminal');
