import { readState, writeState } from '../../storage/state.ts';
import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { canonicalJson } from '../json.ts';
import { theInbox } from './action.ts';

const STATE = 'settings';

/** Records which settings changed since the inbox was last served. Expects no secrets. */
export async function noteSettings(inbox: Inbox, set: Record<string, unknown>): Promise<void> {
  const entries = Object.entries(set).map(([name, value]) => [name, withoutPassword(value)]);
  const now: Record<string, unknown> = Object.fromEntries(entries);
  const before = await readState<Record<string, unknown>>(inbox.store.read, STATE);
  const changed = Object.keys({ ...before, ...now }).filter(
    (name) => canonicalJson(before?.[name]) !== canonicalJson(now[name]),
  );
  if (before && changed.length === 0) return;
  await changeByItself(inbox, async ({ tx, emit }) => {
    // The first start has nothing to compare with.
    for (const name of before ? changed : []) {
      emit('audited', {
        by: theInbox,
        action: 'setting.changed',
        subject: { kind: 'setting', id: null, name },
        detail: { from: before?.[name] ?? null, to: now[name] ?? null },
      });
    }
    await writeState(tx, STATE, now);
  });
}

function withoutPassword(value: unknown): unknown {
  if (typeof value !== 'string' || !URL.canParse(value)) return value;
  const url = new URL(value);
  if (!url.username && !url.password) return value;
  return Object.assign(url, { username: '', password: '' }).href;
}
