/** Clients that write while others follow. */
import type { NewKey } from '../../../src/core/access/schema.ts';
import type { Ledger } from '../../support/faults/ledger.ts';
import { type Called, callAs, keepBusy, openChannel } from '../../support/faults/load.ts';

type Until = { channels: readonly string[]; enough: () => boolean };

/** Sends, drafts, answers and deletes in all channels, until it is enough or the server is gone. */
export async function write(
  server: Called,
  ledger: Ledger,
  { channels, enough }: Until,
): Promise<void> {
  const busy = channels.map((channelId) => keepBusy(server, ledger, { channelId, enough }));
  await Promise.all([...busy, changeTheRest(server, { channels, enough })]);
}

/** Events that only some receive, or that time causes: keys, channels, states, and expiries. */
async function changeTheRest(server: Called, { channels, enough }: Until): Promise<void> {
  const [owner, agent] = [callAs(server, 'owner'), callAs(server, 'agent')];
  try {
    for (let turn = 0; !enough(); turn++) {
      const channelId = channels[turn % channels.length];
      const { id } = (await owner<NewKey>('POST', '/keys', { name: `Key ${turn}` })).body;
      await owner('DELETE', `/keys/${id}`);
      await owner('DELETE', `/agents/${await openChannel(server)}`);
      await owner('PATCH', `/agents/${channelId}`, { description: `Turn ${turn}` });
      const review = { type: 'approval', expiresInSeconds: 1 };
      await agent('POST', '/messages', { channelId, review });
    }
  } catch (error) {
    const isLost = error instanceof Error && 'code' in error;
    if (!isLost) throw error;
  }
}
