import { prepared } from '../../storage/prepared.ts';
import type { Store, Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Bus } from '../bus.ts';
import { fromJson } from '../json.ts';
import { isPresent } from '../removed-channels.ts';
import { shownNames } from './names.ts';

type Webhook = Pick<Row<'channels'>, 'webhookUrl' | 'webhookHeaders'>;
const webhookOf = prepared<{ channelId: string }, Webhook>((db, parameter) =>
  db
    .selectFrom('channels')
    .select(['webhookUrl', 'webhookHeaders'])
    .where('id', '=', parameter('channelId'))
    .where(isPresent(db, 'channels.id')),
);

/** Returns a channel's webhook with its header values; null if it has none. */
export async function channelTarget(tx: Tx, channelId: string) {
  const [row] = await webhookOf(tx, { channelId });
  if (!row?.webhookUrl) return null;
  const headers: Record<string, string> = fromJson(row.webhookHeaders) ?? {};
  return { source: 'channel' as const, url: row.webhookUrl, method: 'POST', headers };
}

const budgetOf = prepared<{ id: string }, Pick<Row<'channels'>, 'criticalPerHour'>>(
  (db, parameter) =>
    db.selectFrom('channels').select('criticalPerHour').where('id', '=', parameter('id')),
);

/** How many of a channel's questions stay critical in an hour. */
export const criticalPerHour = async (db: Tx, id: string): Promise<number> =>
  (await budgetOf(db, { id }))[0]?.criticalPerHour ?? 0;

type NotifyAfter = Pick<Row<'channels'>, 'notifyAfterSeconds'>;
const notifyAfterOf = prepared<{ id: string }, NotifyAfter>((db, parameter) =>
  db.selectFrom('channels').select('notifyAfterSeconds').where('id', '=', parameter('id')),
);

/** How long people are not notified of a channel's questions; null for as long as each of them says. */
export const notifyAfterSeconds = async (db: Tx, id: string): Promise<number | null> =>
  (await notifyAfterOf(db, { id }))[0]?.notifyAfterSeconds ?? null;

/** Oldest first. */
export const listChannelNames = (db: Tx): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('channels')
    .select(['id', 'name'])
    .where(isPresent(db, 'channels.id'))
    .orderBy('id')
    .execute();

/** Looks up a channel's name as it is shown beside others; null for one that is gone. */
export type ChannelNames = (id: string) => Promise<string | null>;

/** Names are read again once channels have changed, so that no notice reads them. */
export function channelNames(store: Store, bus: Bus): ChannelNames {
  let known: Map<string, string> | null = null;
  let changes = 0;
  for (const event of ['agent:created', 'agent:updated', 'agent:deleted'] as const) {
    bus.on(event, () => {
      known = null;
      changes++;
    });
  }
  return async (id) => {
    const before = changes;
    const names = known ?? shownNames(await listChannelNames(store.read));
    // A name that was read before a change must not be remembered after it.
    if (before === changes) known = names;
    return names.get(id) ?? null;
  };
}
