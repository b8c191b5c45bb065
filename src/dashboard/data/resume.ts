import { ok } from '../../client/client.ts';
import { useClient } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useSave } from './save.ts';

const queued = (count: number) => {
  if (count === 0) return '';
  return count === 1 ? ', 1 delivery queued' : `, ${count} deliveries queued`;
};

/** Ends a pause and sends what was not sent. */
export function useResume(channelId: string) {
  const client = useClient();
  return useSave(() => ok(client.agents({ id: channelId }).webhook.resume.post()), {
    changes: [queryKeys.failing, queryKeys.webhook(channelId), ['deliveries']],
    said: ({ retried }) => `Webhook resumed${queued(retried)}`,
  });
}
