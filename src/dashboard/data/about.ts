import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { About } from '../../core/about/schema.ts';
import type { Plugin } from '../../core/plugins/schema.ts';
import { useClient } from './api.ts';
import { base } from './base.ts';
import { queryKeys } from './query-keys.ts';

const LOOK_AGAIN_MS = 10_000;
type Health = {
  status: 'ok' | 'draining' | 'full';
  version: string;
  damaged?: true;
  renewed?: true;
};

/** Whether the server is up, polled regularly. */
export function useHealth(lookAgainMs = LOOK_AGAIN_MS) {
  return useQuery<Health>({
    queryKey: queryKeys.health,
    queryFn: async () => (await fetch(`${base}/health`)).json(),
    refetchInterval: lookAgainMs,
    retry: false,
  });
}

/** The location and size of the inbox, for owners. */
export function useAbout() {
  const client = useClient();
  return useQuery<About>({
    queryKey: queryKeys.about,
    queryFn: () => ok(client.about.get()),
    staleTime: 0,
  });
}

export function usePlugins() {
  const client = useClient();
  return useQuery<Plugin[]>({
    queryKey: queryKeys.plugins,
    queryFn: () => ok(client.plugins.get()),
  });
}
