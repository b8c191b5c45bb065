import type { Change } from '../inbox.ts';
import { full } from '../quotas.ts';
import { countChannelsMadeBy } from './table.ts';

/** Refuses a key that has created too many of the existing channels. */
export async function mayMakeChannel({ inbox, tx }: Change, madeBy: string): Promise<void> {
  const { maxChannelsPerKey } = inbox.quotas;
  if (maxChannelsPerKey === null) return;
  const count = await countChannelsMadeBy(tx, madeBy);
  if (count < maxChannelsPerKey) return;
  const sentence = `This key has created ${count} channels and has reached its limit. Delete one first`;
  throw full(sentence, 'INBOX_MAX_CHANNELS_PER_KEY');
}
