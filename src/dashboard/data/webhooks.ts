import { useQuery } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import type { SetWebhook, Webhook } from '../../core/webhooks/schema.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useSave } from './save.ts';

/** A channel's webhook with its secret and health; for owners. */
export function useWebhook(channelId: string) {
  const client = useClient();
  return useQuery<Webhook>({
    queryKey: queryKeys.webhook(channelId),
    queryFn: () => ok(client.agents({ id: channelId }).webhook.get()),
    // A repeated failure emits no event.
    staleTime: 0,
  });
}

const changed = (channelId: string) => [queryKeys.channels, queryKeys.webhook(channelId)];

/** Sets the URL and replaces all headers; null keeps a value. */
export function useSetWebhook(channelId: string) {
  const client = useClient();
  const save = (webhook: Omit<SetWebhook, 'channelId'>) =>
    ok(client.agents.setWebhook.post({ channelId, ...webhook }));
  return useSave(save, { changes: changed(channelId), said: 'Webhook saved' });
}

export function useRemoveWebhook(channelId: string) {
  const client = useClient();
  return useSave(() => ok(client.agents.deleteWebhook.post({ channelId })), {
    changes: changed(channelId),
    said: 'Webhook removed',
  });
}

export function useRotateSecret(channelId: string) {
  const client = useClient();
  return useSave(() => ok(client.agents({ id: channelId }).webhook.rotate.post()), {
    changes: changed(channelId),
    said: 'Secret rotated',
  });
}

export function useTestWebhook(channelId: string) {
  const client = useClient();
  return useSave(() => ok(client.agents({ id: channelId }).webhook.test.post()), {
    changes: [['deliveries']],
  });
}
