import type { Change } from '../inbox.ts';
import { full } from '../quotas.ts';
import { bytesOfChannel } from './table.ts';

/** Refuses a file that exceeds the channel's limit. */
export async function mustFitChannel(
  { inbox, tx }: Change,
  { channelId, size }: { channelId: string; size: number },
): Promise<void> {
  const { maxChannelFiles } = inbox.quotas;
  if (maxChannelFiles === null) return;
  const bytes = (await bytesOfChannel(tx, channelId)) + size;
  if (bytes <= maxChannelFiles) return;
  const sentence = `The files of this channel would take ${bytes} bytes, which exceeds its limit of ${maxChannelFiles}`;
  throw full(sentence, 'INBOX_MAX_CHANNEL_FILES');
}
