import { createContext, useContext } from 'react';
import type { Client } from '../../client/client.ts';

/** The API, called with the session cookie of the browser. */
export const Api = createContext<Client | null>(null);

export function useClient(): Client {
  const client = useContext(Api);
  if (!client) throw new Error('No client provider above this component');
  return client;
}
