import type { Tx } from '../../storage/open.ts';
import { fromJson } from '../json.ts';

/** Where a channel's news is posted, with the values of its headers; null where it is posted nowhere. */
export async function channelTarget(tx: Tx, channelId: string) {
  const row = await tx
    .selectFrom('channels')
    .select(['webhookUrl', 'webhookHeaders'])
    .where('id', '=', channelId)
    .executeTakeFirst();
  if (!row?.webhookUrl) return null;
  const headers: Record<string, string> = fromJson(row.webhookHeaders) ?? {};
  return { source: 'channel' as const, url: row.webhookUrl, method: 'POST', headers };
}
