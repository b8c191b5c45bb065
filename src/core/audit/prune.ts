import { change } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Anchor } from './chain.ts';
import { theInbox } from './deeds.ts';
import { deletePruned, newestEntry, oldestEntries, readAnchor, writeAnchor } from './table.ts';

const AT_ONCE = 1000;

/**
 * Removes the entries that are older than they are to be kept; the newest always stays. What remains
 * begins at an anchor, which the log itself records, and no longer shows what is then deleted slice
 * by slice.
 */
export async function pruneAudit(inbox: Inbox): Promise<void> {
  const { auditKeepMs } = inbox;
  if (auditKeepMs !== null) {
    const old = await findOld(inbox, toTimestamp(inbox.now() - auditKeepMs));
    if (old) await moveAnchor(inbox, old);
  }
  while ((await change(inbox, (tx) => deletePruned(tx, AT_ONCE))) === AT_ONCE);
}

type Old = { through: Anchor; count: number };

/** The entries from the oldest on, up to the first that is to be kept. */
async function findOld({ store }: Inbox, before: string): Promise<Old | null> {
  const newest = await newestEntry(store.read);
  let through = await readAnchor(store.read);
  let [count, deeds] = [0, 0];
  while (true) {
    const some = await oldestEntries(store.read, through.seq, AT_ONCE);
    const kept = some.findIndex(({ seq, at }) => at >= before || seq >= newest.seq);
    const old = kept < 0 ? some : some.slice(0, kept);
    through = old.at(-1) ?? through;
    count += old.length;
    deeds += old.filter(({ action }) => action !== 'audit.pruned').length;
    // A pruning that removed prunings alone would leave one entry more to prune.
    if (kept >= 0 || some.length < AT_ONCE) return deeds > 0 ? { through, count } : null;
    await new Promise(setImmediate);
  }
}

const moveAnchor = (inbox: Inbox, { through: { seq, hash }, count }: Old) =>
  change(inbox, async (tx, emit) => {
    await writeAnchor(tx, { seq, hash });
    emit('deed', {
      by: theInbox,
      action: 'audit.pruned',
      subject: { kind: 'inbox', id: null, name: null },
      detail: { through: { seq, hash }, count },
    });
  });
