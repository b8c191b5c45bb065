import { readState, writeState } from '../../storage/state.ts';
import { theInbox } from '../audit/action.ts';
import { digestOf } from '../canonical.ts';
import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { bundledPlugins } from '../reviews/kinds.ts';

/** Digests by name. */
type Installed = Record<string, string>;

const STATE = 'plugins';

/** Records which plugins were added, changed or removed since the inbox was last opened. */
export async function notePlugins(inbox: Inbox): Promise<void> {
  const added = inbox.plugins.filter((plugin) => !bundledPlugins.includes(plugin));
  // Without an answerSchema as in earlier versions, which had none.
  const now: Installed = Object.fromEntries(
    added.map((one) => [
      one.name,
      digestOf({ ...one, answerSchema: one.answerSchema ?? undefined }),
    ]),
  );
  const before = await readState<Installed>(inbox.store.read, STATE);
  if (before && digestOf(before) === digestOf(now)) return;
  await changeByItself(inbox, async ({ tx, emit }) => {
    // The first start has nothing to compare with.
    for (const [name, how] of before ? differences(before, now) : []) {
      emit('audited', {
        by: theInbox,
        action: 'plugins.changed',
        subject: { kind: 'plugin', id: null, name },
        detail: { change: how, ...(now[name] ? { digest: now[name] } : {}) },
      });
    }
    await writeState(tx, STATE, now);
  });
}

function differences(before: Installed, now: Installed): [name: string, how: string][] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return names
    .filter((name) => before[name] !== now[name])
    .map((name) => {
      if (!before[name]) return [name, 'added'];
      return [name, now[name] ? 'changed' : 'removed'];
    });
}
