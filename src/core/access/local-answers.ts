/**
 * Whether the secret of `run.json`, or the open data directory, may decide in the owner's name.
 * When off, it reads, asks, and manages channels, keys and backups; decisions, and granting the
 * power to decide, need a login.
 */
import { readState, writeState } from '../../storage/state.ts';
import { type Doer, theInbox } from '../audit/deeds.ts';
import { change } from '../change.ts';
import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { type Caller, isLocal } from './callers.ts';
import { mustBeOwner } from './permissions.ts';
import type { LocalAnswers, OnOrOff } from './schema.ts';

/** Stored in the database: a start without the setting does not lift it. */
export const LOCAL_ANSWERS = 'localAnswers';
const LOCAL_USED = 'localUsedAt';
const NOTE_EVERY_MS = 60 * 60 * 1000;

/** Reads the stored state, and stores `off` if the setting says so. */
export async function openLocalAnswers(inbox: Inbox): Promise<void> {
  const { local, store } = inbox;
  const kept = await readState<OnOrOff>(store.read, LOCAL_ANSWERS);
  local.notedAt = Date.parse((await readState<string>(store.read, LOCAL_USED)) ?? '') || 0;
  if (kept === 'off') local.answers = 'off';
  else if (local.setting === 'off') await keep(inbox, theInbox, 'off');
}

export function getLocalAnswers({ local }: Inbox, caller: Caller): LocalAnswers {
  mustBeOwner(caller);
  return { localAnswers: local.answers, setting: local.setting };
}

/** Any owner can turn them off; only one who is logged in can turn them on again. */
export async function setLocalAnswers(
  inbox: Inbox,
  caller: Caller,
  wanted: OnOrOff,
): Promise<LocalAnswers> {
  mustBeOwner(caller);
  const { local } = inbox;
  if (wanted === 'on') {
    mustHaveLoggedIn(inbox, caller);
    if (local.setting === 'off') throw setElsewhere();
  }
  if (wanted !== local.answers) await keep(inbox, caller, wanted);
  return getLocalAnswers(inbox, caller);
}

/** Refuses what needs a login while local answers are off. */
export function mustHaveLoggedIn({ local }: Inbox, caller: Caller): void {
  if (local.answers === 'on' || !isLocal(caller)) return;
  throw caller.origin.credential === 'local' ? notLoggedIn() : madeLocally();
}

/** Records use of the local secret in the audit log, at most once an hour. */
export function noteLocalUse(inbox: Inbox, caller: Caller): void {
  const { local, log } = inbox;
  const now = inbox.now();
  if (now - local.notedAt < NOTE_EVERY_MS) return;
  local.notedAt = now;
  change(inbox, async (tx, emit) => {
    await writeState(tx, LOCAL_USED, toTimestamp(now));
    emit('deed', { by: caller, action: 'local.used', subject: theWhole });
  }).catch((err) => log.warn({ err }, 'use of the local secret could not be recorded'));
}

async function keep(inbox: Inbox, by: Doer, wanted: OnOrOff) {
  await change(inbox, async (tx, emit) => {
    await writeState(tx, LOCAL_ANSWERS, wanted);
    emit('deed', {
      by,
      action: 'setting.changed',
      subject: { kind: 'setting', id: null, name: LOCAL_ANSWERS },
      detail: { to: wanted },
    });
  });
  inbox.local.answers = wanted;
}

const theWhole = { kind: 'inbox', id: null, name: null } as const;

const notLoggedIn = () =>
  new InboxError(
    'forbidden',
    'Local answers are off, so this requires a login. Run `inbox login URL`, or use the dashboard',
  );

const madeLocally = () =>
  new InboxError(
    'forbidden',
    'Local answers are off, and this token was created without a login. Log in and create a new one',
  );

const setElsewhere = () =>
  new InboxError(
    'conflict',
    'INBOX_LOCAL_ANSWERS=off is set on the server. Remove it and restart the server first',
  );
