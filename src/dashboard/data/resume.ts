import { ok } from '../../client/client.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useSave } from './save.ts';

/** Ends a pause and sends what was not sent. */
export function useResume(channelId: string) {
  const client = useClient();
  return useSave(() => ok(client.agents({ id: channelId }).webhook.resume.post()), {
    changes: [queryKeys.failing, queryKeys.webhook(channelId), ['deliveries']],
    said: ({ retried }) =>
      retried === 0 ? 'Webhook resumed' : `Webhook resumed, ${retried} sent again`,
  });
}
