import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { theInbox } from './action.ts';
import type { Anchor } from './chain.ts';
import { deletePruned, newestEntry, oldestEntries, readAnchor, writeAnchor } from './table.ts';

const AT_ONCE = 1000;

/**
 * Removes entries older than the retention time; the newest always stays. The rest starts at an
 * anchor, which the log itself records and which hides the entries that are then deleted slice by
 * slice.
 */
export async function pruneAudit(inbox: Inbox): Promise<void> {
  const { auditKeepMs } = inbox;
  if (auditKeepMs !== null) {
    const old = await findOld(inbox, toTimestamp(inbox.now() - auditKeepMs));
    if (old) await moveAnchor(inbox, old);
  }
  while ((await changeByItself(inbox, (change) => deletePruned(change, AT_ONCE))) === AT_ONCE);
}

type Old = { through: Anchor; count: number };

/** Returns the entries from the oldest up to the first one to keep. */
async function findOld({ store }: Inbox, before: string): Promise<Old | null> {
  const newest = await newestEntry(store.read);
  let through = await readAnchor(store.read);
  let [count, actions] = [0, 0];
  while (true) {
    const some = await oldestEntries(store.read, through.seq, AT_ONCE);
    const kept = some.findIndex(({ seq, at }) => at >= before || seq >= newest.seq);
    const old = kept < 0 ? some : some.slice(0, kept);
    through = old.at(-1) ?? through;
    count += old.length;
    actions += old.filter(({ action }) => action !== 'audit.pruned').length;
    // Pruning only entries of pruning would add one more to prune.
    if (kept >= 0 || some.length < AT_ONCE) return actions > 0 ? { through, count } : null;
    await new Promise(setImmediate);
  }
}

const moveAnchor = (inbox: Inbox, { through: { seq, hash }, count }: Old) =>
  changeByItself(inbox, async (change) => {
    await writeAnchor(change, { seq, hash });
    change.emit('audited', {
      by: theInbox,
      action: 'audit.pruned',
      subject: { kind: 'inbox', id: null, name: null },
      detail: { through: { seq, hash }, count },
    });
  });
