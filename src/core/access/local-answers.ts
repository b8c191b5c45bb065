/**
 * Whether the secret of `run.json`, or the open data directory, may decide in the owner's name.
 * When off, it reads, asks, and manages channels, keys and backups; decisions, and granting the
 * power to decide, need a login.
 */
import { readState, writeState } from '../../storage/state.ts';
import type { Tx } from '../../storage/store.ts';
import { type Doer, theInbox } from '../audit/action.ts';
import { changeBy, changeByItself, changeByLogin } from '../change.ts';
import { InboxError } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Caller } from './callers.ts';
import { mustBeOwner, mustHaveLoggedIn } from './permissions.ts';
import type { LocalAnswers, OnOrOff } from './schema.ts';

/** Stored in the database: a start without the setting does not lift it. */
export const LOCAL_ANSWERS = 'localAnswers';
const LOCAL_USED = 'localUsedAt';
const NOTE_EVERY_MS = 60 * 60 * 1000;

/** Keeps `off` where the setting says so. */
export async function openLocalAnswers(inbox: Inbox): Promise<void> {
  const { local, store } = inbox;
  local.notedAt = await lastNotedAt(store.read);
  if (local.setting === 'off' && (await localAnswers(store.read)) === 'on') {
    await changeByItself(inbox, (change) => keep(change, theInbox, 'off'));
  }
}

/** Read each time: another process may have turned them off. */
export const localAnswers = async (db: Tx): Promise<OnOrOff> =>
  (await readState<OnOrOff>(db, LOCAL_ANSWERS)) ?? 'on';

export async function getLocalAnswers(inbox: Inbox, caller: Caller): Promise<LocalAnswers> {
  mustBeOwner(caller);
  return { localAnswers: await localAnswers(inbox.store.read), setting: inbox.local.setting };
}

/** Any owner can turn them off; only one who is logged in can turn them on again. */
export async function setLocalAnswers(
  inbox: Inbox,
  caller: Caller,
  wanted: OnOrOff,
): Promise<LocalAnswers> {
  mustBeOwner(caller);
  if (wanted === 'on') {
    mustHaveLoggedIn(caller);
    if (inbox.local.setting === 'off') throw setElsewhere();
  }
  if (wanted !== (await localAnswers(inbox.store.read))) {
    await (wanted === 'on' ? changeByLogin : changeBy)(inbox, caller, (change) =>
      keep(change, change.caller, wanted),
    );
  }
  return getLocalAnswers(inbox, caller);
}

/** Records use of the local secret in the audit log, at most once an hour. */
export function noteLocalUse(inbox: Inbox, caller: Caller): void {
  const { local, log } = inbox;
  const now = inbox.now();
  if (now - local.notedAt < NOTE_EVERY_MS) return;
  local.notedAt = now;
  changeByItself(inbox, async ({ tx, emit }) => {
    if (now - (await lastNotedAt(tx)) < NOTE_EVERY_MS) return;
    await writeState(tx, LOCAL_USED, toTimestamp(now));
    emit('audited', { by: caller, action: 'local.used', subject: theWhole });
  }).catch((err) => log.warn({ err }, 'use of the local secret could not be recorded'));
}

const lastNotedAt = async (db: Tx): Promise<number> =>
  Date.parse((await readState<string>(db, LOCAL_USED)) ?? '') || 0;

async function keep({ tx, emit }: Change, by: Doer, wanted: OnOrOff): Promise<void> {
  await writeState(tx, LOCAL_ANSWERS, wanted);
  emit('localAnswers:changed', { by, localAnswers: wanted });
  emit('audited', {
    by,
    action: 'setting.changed',
    subject: { kind: 'setting', id: null, name: LOCAL_ANSWERS },
    detail: { to: wanted },
  });
}

const theWhole = { kind: 'inbox', id: null, name: null } as const;

const setElsewhere = () =>
  new InboxError(
    'conflict',
    'INBOX_LOCAL_ANSWERS=off is set on the server. Remove it and restart the server first',
  );
