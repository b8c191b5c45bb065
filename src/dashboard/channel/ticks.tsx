import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ok } from '../../client/client.ts';
import { serverNow } from '../../client/clock.ts';
import type { Message } from '../../core/messages/schema.ts';
import { timeUntil } from '../../core/spans.ts';
import type { Delivery } from '../../core/webhooks/schema.ts';
import { useClient } from '../data/api.ts';
import { usePausedWebhook } from '../data/failing.ts';
import { invalidate } from '../data/readings.ts';
import { Tick, Ticks as Twice } from '../look/icons.tsx';
import { useSecondly } from '../look/use-secondly.ts';
import { PausedSign } from '../webhooks/paused-sign.tsx';

const signs = {
  sent: [Tick, 'Sent'],
  webhook_delivered: [Twice, 'Delivered'],
  agent_received: [Twice, 'Received by the agent'],
} as const;

/** Delivery status of a person's message or answer. */
export function Ticks({ message }: { message: Message }) {
  const { deliveryStatus, senderType, review } = message;
  if (deliveryStatus === 'webhook_failed') return <Unsent message={message} />;
  const isOfPerson = senderType === 'user' || review?.status === 'completed';
  if (!isOfPerson) return null;
  const [Icon, word] = signs[deliveryStatus];
  return (
    <span className="channel-ticks" data-status={deliveryStatus} title={word}>
      <Icon size={15} />
      <span className="unseen">{word}</span>
    </span>
  );
}

/** While the webhook is paused the channel's head shows it, once. */
const Unsent = ({ message }: { message: Message }) =>
  useIsUnsent(message) && (
    <span className="channel-ticks">
      <PausedSign says="Not sent: the webhook is paused" />
    </span>
  );

/** Shows why the delivery to the agent's webhook failed, with a button that retries it now. */
export function Failure({ message }: { message: Message }) {
  return useIsUnsent(message) ? null : <Failed message={message} />;
}

/** A message with a webhook of its own is not sent to its channel's. */
const useIsUnsent = ({ channelId, webhookUrl }: Message) =>
  usePausedWebhook(channelId) !== undefined && webhookUrl === null;

function Failed({ message: { id } }: { message: Message }) {
  const client = useClient();
  const queryClient = useQueryClient();
  const key = ['deliveries', id, 'failed'];
  const { data } = useQuery<Delivery[]>({
    queryKey: key,
    queryFn: () => ok(client.deliveries.get({ query: { message: id, limit: 10 } })),
    // A repeated failure emits no event.
    refetchInterval: ({ state }) => untilNext(state.data),
  });
  const retry = useMutation({
    mutationFn: () => ok(client.messages({ id }).retry.post()),
    onSettled: () => invalidate(queryClient, { queryKey: key }),
  });
  const failed = data?.find(({ status, attempts }) => status !== 'delivered' && attempts.length);
  return (
    <p className="channel-note channel-failed">
      {failed ? <Reason delivery={failed} /> : 'Not delivered.'}{' '}
      <button type="button" onClick={() => retry.mutate()} disabled={retry.isPending}>
        Retry now
      </button>
      {retry.error && <span role="alert">{retry.error.message}</span>}
    </p>
  );
}

function Reason({ delivery: { url, attempts, nextAttemptAt } }: { delivery: Delivery }) {
  const last = attempts.at(-1);
  const next = useSecondly(() =>
    nextAttemptAt === null ? '' : `, next attempt ${timeUntil(nextAttemptAt, serverNow())}`,
  );
  return `Webhook to ${hostOf(url)} failed (${last?.status ?? last?.error ?? 'no answer'})${next}.`;
}

const AFTER_ATTEMPT_MS = 1500;

function untilNext(deliveries: Delivery[] | undefined): number | false {
  const times = (deliveries ?? []).flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []);
  if (times.length === 0) return false;
  const next = Math.min(...times.map((time) => Date.parse(time)));
  return Math.max(AFTER_ATTEMPT_MS, next - serverNow() + AFTER_ATTEMPT_MS);
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
