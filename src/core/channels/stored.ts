import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { fromJson } from '../json.ts';
import { isPresent } from '../removed-channels.ts';
import { namedApart } from './names.ts';
import { listChannelNames } from './table.ts';

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

/** Returns a channel's name as it is shown beside others; null for one that is gone. */
export async function channelName(db: Tx, id: string): Promise<string | null> {
  return namedApart(await listChannelNames(db)).find((one) => one.id === id)?.name ?? null;
}
