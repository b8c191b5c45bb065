/** Webhooks that are failing or paused, and what they were not sent. */
import type { Caller } from '../access/callers.ts';
import { mustBeHuman, sees } from '../access/permissions.ts';
import { changeBy, changeByItself } from '../change.ts';
import { mustBeChannel } from '../channels/channels.ts';
import { notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { inSlices } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import {
  countUndelivered,
  failingRows,
  type Place,
  retrySome,
  type Undelivered,
} from './failing-table.ts';
import type { FailingWebhook } from './schema.ts';
import { updateWebhook } from './table.ts';
import { healthy } from './webhooks.ts';

const MOST_COUNTED = 1000;
const AT_ONCE = 100;

export async function listFailing(inbox: Inbox, caller: Caller): Promise<FailingWebhook[]> {
  mustBeHuman(caller);
  const db = inbox.store.read;
  const failing: FailingWebhook[] = [];
  for (const { channelId, url, failingSince, pausedAt } of await failingRows(db, caller.channels)) {
    if (url === null || failingSince === null) continue;
    const which = { channelId, url, since: failingSince };
    const undelivered = await countUndelivered(db, which, MOST_COUNTED);
    failing.push({ channelId, failingSince, pausedAt, undelivered });
  }
  return failing;
}

/** Ends a pause, and retries what was not delivered since the URL began to fail. */
export async function resumeWebhook(
  inbox: Inbox,
  caller: Caller,
  channelId: string,
): Promise<{ retried: number }> {
  mustBeHuman(caller);
  if (!sees(caller, channelId)) throw notFound('Channel');
  const which = await endFailing(inbox, caller, channelId);
  return { retried: which ? await retryAll(inbox, which) : 0 };
}

/** New events are sent again afterwards; null if the webhook was not failing. */
const endFailing = (inbox: Inbox, caller: Caller, channelId: string): Promise<Undelivered | null> =>
  changeBy(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const channel = await mustBeChannel(tx, caller.channels, channelId);
    const [row] = await failingRows(tx, [channelId]);
    if (!row || row.url === null || row.failingSince === null) return null;
    const { url, failingSince: since } = row;
    await updateWebhook(change, channelId, healthy);
    const undelivered = await countUndelivered(tx, { channelId, url, since }, MOST_COUNTED);
    emit('audited', {
      by: caller,
      action: 'webhook.resumed',
      subject: { kind: 'channel', id: channelId, name: channel.name },
      detail: { undelivered },
    });
    emit('agent:updated', channel, { by: caller });
    return { channelId, url, since };
  });

/** In slices, and each once: one that fails again waits for the next retry. */
async function retryAll(inbox: Inbox, which: Undelivered): Promise<number> {
  const until = toTimestamp(inbox.now());
  let retried = 0;
  let after: Place | undefined;
  await inSlices(async () => {
    const some = await changeByItself(inbox, async (change) => {
      const made = await retrySome(change, which, { after, until, limit: AT_ONCE });
      if (made.length > 0) change.emit('delivery:due', { channelId: which.channelId });
      return made;
    });
    retried += some.length;
    after = some.at(-1);
    return some.length === AT_ONCE;
  });
  return retried;
}
