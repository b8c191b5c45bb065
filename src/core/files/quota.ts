import type { Tx } from '../../storage/store.ts';
import type { Inbox } from '../inbox.ts';
import { full } from '../quotas.ts';
import { bytesOfChannel } from './table.ts';

/** Within the change that stores a file: refuses one that exceeds the channel's limit. */
export async function mustFitChannel(
  { quotas }: Inbox,
  tx: Tx,
  { channelId, size }: { channelId: string; size: number },
): Promise<void> {
  const { maxChannelFiles } = quotas;
  if (maxChannelFiles === null) return;
  const bytes = (await bytesOfChannel(tx, channelId)) + size;
  if (bytes <= maxChannelFiles) return;
  const sentence = `The files of this channel would take ${bytes} bytes, which exceeds its limit of ${maxChannelFiles}`;
  throw full(sentence, 'INBOX_MAX_CHANNEL_FILES');
}
