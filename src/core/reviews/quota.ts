import { prepared } from '../../storage/prepared.ts';
import type { Change } from '../inbox.ts';
import { full, fullForNow } from '../quotas.ts';

type Asked = { askedBy: string; channelId: string; payloadBytes: number };
type Held = { count: number; bytes: number | null };

const ofKey = prepared<{ askedBy: string }, Held>((db, parameter) =>
  db
    .selectFrom('reviews')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('payloadBytes').as('bytes'),
    ])
    .where('askedBy', '=', parameter('askedBy'))
    .where('status', '=', 'pending'),
);

const ofChannel = prepared<{ channelId: string }, { count: number }>((db, parameter) =>
  db
    .selectFrom('reviews')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('channelId', '=', parameter('channelId'))
    .where('status', '=', 'pending'),
);

/** Refuses a key or a channel with too many pending reviews. */
export async function mustHaveRoom({ inbox, tx }: Change, asked: Asked): Promise<void> {
  const { maxPendingPerKey, maxPendingPerChannel, maxPendingBytesPerKey } = inbox.quotas;
  const [key = { count: 0, bytes: 0 }] = await ofKey(tx, { askedBy: asked.askedBy });
  if (maxPendingPerKey !== null && key.count >= maxPendingPerKey) {
    const sentence = `This key has reached its limit of ${key.count} pending reviews`;
    throw fullForNow(sentence, 'INBOX_MAX_PENDING_PER_KEY');
  }
  const bytes = (key.bytes ?? 0) + asked.payloadBytes;
  if (maxPendingBytesPerKey !== null && bytes > maxPendingBytesPerKey) {
    const sentence = `The pending payloads of this key would take ${bytes} bytes, which exceeds its limit of ${maxPendingBytesPerKey}`;
    throw full(sentence, 'INBOX_MAX_PENDING_BYTES_PER_KEY');
  }
  if (maxPendingPerChannel === null) return;
  const [channel] = await ofChannel(tx, { channelId: asked.channelId });
  if ((channel?.count ?? 0) < maxPendingPerChannel) return;
  const sentence = `This channel has reached its limit of ${channel?.count} pending reviews`;
  throw fullForNow(sentence, 'INBOX_MAX_PENDING_PER_CHANNEL');
}
