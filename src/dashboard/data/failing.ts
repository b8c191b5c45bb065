import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { FailingWebhook } from '../../core/webhooks/schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';

export type PausedWebhook = FailingWebhook & { pausedAt: string };

/** The paused webhooks of the visible channels. */
export function usePausedWebhooks(): PausedWebhook[] {
  const client = useClient();
  const { data = [] } = useQuery<FailingWebhook[]>({
    queryKey: queryKeys.failing,
    queryFn: () => ok(client.webhooks.failing.get()),
  });
  return data.filter((one): one is PausedWebhook => one.pausedAt !== null);
}

export const usePausedWebhook = (channelId: string) =>
  usePausedWebhooks().find((one) => one.channelId === channelId);
