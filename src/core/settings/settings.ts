/**
 * The settings that owners change in the dashboard while the inbox runs: the ways to notify people, and the public
 * URL. A person who sets a way can receive what is sent by it, and the answers, so a change requires the password.
 */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { PublicUrl, readerOf } from '../../setting-values.ts';
import { readState, writeState } from '../../storage/state.ts';
import type { Tx } from '../../storage/store.ts';
import { type ContactKind, contactKinds, noWays, type Ways, wayOf } from '../../ways/ways.ts';
import { sealPushKeys, whyPushKeysUnreadable } from '../../ways/webpush/keys.ts';
import { pushSubject } from '../../ways/webpush/subject.ts';
import { variableOf } from '../about/schema.ts';
import type { Caller, Human } from '../access/callers.ts';
import { mustKnowPassword } from '../access/own-password.ts';
import { mustBeHuman, mustBeOwner, mustHaveLoggedIn } from '../access/permissions.ts';
import { changeByItself, changeByLogin } from '../change.ts';
import { InboxError, invalidField } from '../errors.ts';
import type { Change, ChangeBy, Inbox } from '../inbox.ts';
import { madeTopic } from '../notify/topics.ts';
import { unconfirmContacts } from '../notify/verify.ts';
import {
  changeableOf,
  type Effective,
  effectiveSettings,
  inLabels,
  type Kept,
  type Outside,
  readKept,
  type SettingName,
  type Source,
  setOutside,
  unreadableWords,
} from './effective.ts';
import type { PublicUrlCheck, PublicUrlSet, WayState, WayTrial, WayWasSet } from './schema.ts';
import type { Unreadable } from './secrets.ts';

/** Calls the service of a way with these settings; null if there is nothing to call. */
export type TryWay = (kind: ContactKind, ways: Ways) => Promise<WayTrial | null>;

// The settings in force.

/** At a start: what is kept joins what the inbox was started with. */
export async function openSettings(inbox: Inbox): Promise<void> {
  const { ways, unreadable } = effective(inbox, await keptSettings(inbox.store.read));
  inbox.ways = ways;
  await sealPushKeys(inbox).then(
    (isDone) => isDone && inbox.log.info('the key of push notifications is sealed now'),
    (err) => inbox.log.warn({ err }, 'the key of push notifications cannot be sealed'),
  );
  for (const kind of contactKinds) {
    const problem = await problemOf(inbox, kind, unreadable);
    if (problem) inbox.log.warn({ way: wayOf(kind).label, file: inbox.secrets.path }, problem);
  }
  inbox.bus.on('settings:changed', ({ ways }) => {
    inbox.ways = ways;
  });
}

/** At a start: whether another server, bot or account sends than before, as by the environment. */
export async function openAccounts(inbox: Inbox): Promise<void> {
  await changeByItself(inbox, (change) => noteAccounts(change, inbox.ways));
}

const effective = ({ outside, secrets }: Inbox, kept: readonly Kept[]) =>
  effectiveSettings(outside, kept, secrets.unseal);

/** Says why what is kept for a way can't be used, and what to do. */
async function problemOf(
  inbox: Inbox,
  kind: ContactKind,
  unreadable: Effective['unreadable'],
): Promise<string | null> {
  const entered = unreadable[kind];
  if (entered) return unreadableProblem(inbox, entered, 'enter them again');
  if (wayOf(kind).added.by !== 'itself') return null;
  const why = await whyPushKeysUnreadable(inbox);
  const next = 'open the inbox once in each browser that is notified';
  return why && unreadableProblem(inbox, why, next);
}

/** A file that is not a key is never replaced. */
function unreadableProblem({ secrets }: Inbox, why: Unreadable, next: string): string {
  const first = `put the right file at ${secrets.path}, or remove it and `;
  return `${unreadableWords[why]}: ${why === 'unusable' ? first : ''}${next}`;
}

// The settings as people and owners see them.

/** The ways, as they are set; only owners see how. */
export async function listWays(inbox: Inbox, caller: Caller): Promise<WayState[]> {
  mustBeHuman(caller);
  const kept = await keptSettings(inbox.store.read);
  return Promise.all(contactKinds.map((kind) => wayState(inbox, caller, kind, kept)));
}

async function wayState(
  inbox: Inbox,
  caller: Human,
  kind: ContactKind,
  kept: readonly Kept[],
): Promise<WayState> {
  const { ways, unreadable } = effective(inbox, kept);
  const { host, account } = wayOf(kind);
  const source = sourceOf(inbox, kind);
  const isKept = changeableOf(kind).some(([name]) => kept.some((row) => row.name === name));
  const isOwner = caller.role === 'owner';
  return {
    kind,
    works: await works(inbox, kind, ways),
    host: account(ways) === null ? null : host(ways),
    from: source?.from ?? (isKept ? 'database' : 'default'),
    source: isOwner ? (source?.source ?? null) : null,
    problem: isOwner ? await problemOf(inbox, kind, unreadable) : null,
    settings: isOwner
      ? changeableOf(kind).map(([name, setting]) => shown(ways, name, setting))
      : [],
  };
}

function shown(
  ways: Ways,
  name: SettingName,
  { label, about, isSecret = false }: { label: string; about: string; isSecret?: boolean },
) {
  const value = ways[name];
  return { name, label, about, isSecret, isSet: value !== null, value: isSecret ? null : value };
}

async function works({ store }: Inbox, kind: ContactKind, ways: Ways): Promise<boolean> {
  const { added, needs } = wayOf(kind);
  // A browser adds itself, if there is whom push services can contact.
  if (added.by === 'itself') return (await pushSubject({ read: store.read, ways })) !== null;
  return needs.every((name) => ways[name] !== null);
}

/** Where a way was set at the start; null if it can be set in the dashboard. */
function sourceOf({ outside }: Inbox, kind: ContactKind): Source | null {
  const name = setOutside(outside, kind);
  return name && sourceIn(outside, name);
}

/** Where the public URL was set at the start; null if it can be set in the dashboard. */
const sourceOfPublicUrl = ({ outside }: Inbox): Source | null =>
  outside.ways.publicUrl === null ? null : sourceIn(outside, 'publicUrl');

const sourceIn = ({ sources }: Outside, name: SettingName): Source =>
  sources[name] ?? { from: 'environment', source: variableOf(name) };

export async function getPublicUrl(inbox: Inbox, caller: Caller): Promise<PublicUrlSet> {
  mustBeOwner(caller);
  const { publicUrl } = inbox.ways;
  const source = sourceOfPublicUrl(inbox);
  if (source) return { publicUrl, ...source };
  return { publicUrl, from: publicUrl === null ? 'default' : 'database', source: null };
}

// Changes.

/**
 * Refuses all but an owner in the dashboard who has just entered the password, and the local secret while local
 * answers are on: no token changes where notifications go.
 * @throws InboxError `forbidden`
 */
export async function mustMaySet(
  inbox: Inbox,
  caller: Caller,
  password: string | undefined,
): Promise<void> {
  mustBeOwner(caller);
  mustHaveLoggedIn(caller);
  const { credential } = caller.origin;
  if (credential === 'local') return;
  if (credential !== 'session') {
    const says = 'A token cannot change how people are notified';
    throw new InboxError('forbidden', `${says}: use Settings › Notifications in the dashboard`);
  }
  if (password === undefined) throw invalidField(['password'], 'Enter your password');
  await mustKnowPassword(inbox, caller, password);
}

type Given = Record<string, string | null>;

/** Tries a way with settings that are not saved. */
export async function tryWaySettings(
  inbox: Inbox,
  kind: ContactKind,
  given: Given,
  tryWay: TryWay,
): Promise<WayTrial> {
  const kept = await keptSettings(inbox.store.read);
  const trial = await tryWay(kind, waysWith(inbox, kept, rowsWith(inbox, kind, kept, given)));
  return trial
    ? asInPage(kind, trial)
    : { result: 'ok', says: 'Nothing has to be tried', next: null };
}

/**
 * Sets a way to notify people, after a try; in force when it returns.
 * @param given others stay, unless another server is named than before: its secrets are not the other's
 * @throws InboxError `invalid` for a wrong value, `conflict` if the service refuses, if the way is set where the
 * inbox was started, or if another owner has just changed it
 */
export async function setWay(
  inbox: Inbox,
  caller: Human,
  kind: ContactKind,
  given: Given,
  tryWay: TryWay,
): Promise<WayWasSet> {
  const kept = await keptSettings(inbox.store.read);
  const wanted = rowsWith(inbox, kind, kept, given);
  const ways = waysWith(inbox, kept, wanted);
  const missing = wayOf(kind).needs.find((name) => ways[name] === null);
  if (missing) throw invalidField(['settings', missing], 'Enter this too');
  const found = await tryWay(kind, ways);
  const trial = found && asInPage(kind, found);
  if (trial?.result === 'fail') {
    throw new InboxError('conflict', [trial.says, trial.next].filter(Boolean).join('. '));
  }
  await changeByLogin(inbox, caller, async (change) => {
    await mustBeAsBefore(change.tx, kind, kept);
    await keep(change, kind, wanted);
  });
  return { way: await wayState(inbox, caller, kind, await keptSettings(inbox.store.read)), trial };
}

/** Turns a way off. Its contacts stay, and are notified again once it is on. */
export async function turnWayOff(
  inbox: Inbox,
  caller: Human,
  kind: ContactKind,
): Promise<WayState> {
  mustBeUnset(sourceOf(inbox, kind));
  await changeByLogin(inbox, caller, async (change) => {
    const kept = await keptSettings(change.tx);
    if (ofWay(kind, kept).length > 0) await keep(change, kind, []);
  });
  return wayState(inbox, caller, kind, await keptSettings(inbox.store.read));
}

/** Sets the URL at which people open the inbox. */
export async function setPublicUrl(
  inbox: Inbox,
  caller: Human,
  publicUrl: string | null,
): Promise<PublicUrlSet> {
  mustBeUnset(sourceOfPublicUrl(inbox));
  const url = publicUrl === null ? null : validUrl(publicUrl);
  await changeByLogin(inbox, caller, async (change) => {
    if (url === null) await deleteSettings(change, ['publicUrl']);
    else await writeSettings(change, [{ name: 'publicUrl', value: url, isSealed: 0 }]);
    await announce(change, { what: 'publicUrl', detail: { to: url } });
  });
  return getPublicUrl(inbox, caller);
}

/** Calls a URL as people would open it, and checks what can be known of a new one, or of one in force. */
export type CheckUrl = (url: string, what: 'new' | 'in force' | 'held') => Promise<PublicUrlCheck>;

/**
 * The URL to check, the public one unless another is given.
 * @throws InboxError `invalid` for a wrong value, `conflict` if there is none
 */
export function urlToCheck({ ways }: Inbox, given: string | undefined): string {
  const url = given === undefined ? ways.publicUrl : validUrl(given);
  if (url !== null) return url;
  throw new InboxError('conflict', 'No public URL is set: name the URL to check');
}

function validUrl(text: string): string {
  const read = PublicUrl.safeParse(text);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalidField(
    ['publicUrl'],
    issue?.code === 'custom' ? `It ${issue.message}` : 'Use an http or https URL',
  );
}

function mustBeUnset(outside: Source | null): void {
  if (!outside) return;
  throw new InboxError(
    'conflict',
    `This is set where the inbox is started, by ${outside.source}. Remove it there first, and restart the inbox`,
  );
}

/** The rows of a way after a change. Nothing is sealed yet that stays as it is. */
function rowsWith(inbox: Inbox, kind: ContactKind, kept: readonly Kept[], given: Given): Kept[] {
  mustBeUnset(sourceOf(inbox, kind));
  const changeable = new Map(changeableOf(kind));
  const unknown = Object.keys(given).find((name) => !changeable.has(name as SettingName));
  if (unknown !== undefined) {
    const names = [...changeable.keys()].join(', ') || 'none';
    throw invalidField(['settings', unknown], `Unknown setting. ${wayOf(kind).label} has ${names}`);
  }
  const values = { ...staying(inbox, kind, kept, given), ...read(kind, given) };
  const made = [...changeable].filter(([name, { isMade }]) => isMade && !(name in values));
  for (const [name] of made) values[name] = madeTopic();
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === null) return [];
    const { isSecret } = changeable.get(name as SettingName) ?? {};
    if (!isSecret) return [{ name, value, isSealed: 0 }];
    // An unchanged secret keeps its seal.
    const before = kept.find((row) => row.name === name);
    const opened = before && inbox.secrets.unseal(name, before.value);
    if (before && opened && 'text' in opened && opened.text === value) return [before];
    return [{ name, value: inbox.secrets.seal(name, value), isSealed: 1 }];
  });
}

/** The kept values of a way that can be read, if they are for the server that is given. */
function staying(
  { secrets }: Inbox,
  kind: ContactKind,
  kept: readonly Kept[],
  given: Given,
): Given {
  const readable = changeableOf(kind).flatMap(([name]) => {
    const value = readKept(
      kind,
      kept.filter((row) => row.name === name),
      secrets.unseal,
    );
    return typeof value === 'string' ? [] : [value];
  });
  const before: Given = Object.assign({}, ...readable);
  const { account } = wayOf(kind);
  const [was, is] = [
    { ...noWays, ...before },
    { ...noWays, ...before, ...given },
  ];
  return account(was) === account(is) ? before : {};
}

function read(kind: ContactKind, given: Given): Given {
  const values: Given = {};
  for (const [name, setting] of changeableOf(kind)) {
    const text = given[name];
    if (text === undefined) continue;
    values[name] = text === null ? null : valid(readerOf(setting), name, text, setting.takes);
  }
  return values;
}

function valid(schema: z.ZodType<string>, name: string, text: string, takes: string): string {
  const read = schema.safeParse(text);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const must = issue?.code === 'custom' ? issue.message : `must be ${takes}`;
  throw invalidField(['settings', name], `It ${must}`);
}

/** The settings that would be in force with these rows of a way. */
const waysWith = (inbox: Inbox, kept: readonly Kept[], rows: readonly Kept[]): Ways => {
  const names = new Set(rows.map(({ name }) => name));
  return effective(inbox, [...kept.filter(({ name }) => !names.has(name)), ...rows]).ways;
};

const ofWay = (kind: ContactKind, kept: readonly Kept[]): Kept[] =>
  changeableOf(kind).flatMap(([name]) => kept.filter((row) => row.name === name));

/** The settings that are saved are those that were tried. */
async function mustBeAsBefore(tx: Tx, kind: ContactKind, before: readonly Kept[]): Promise<void> {
  const now = ofWay(kind, await keptSettings(tx));
  if (JSON.stringify(now) === JSON.stringify(ofWay(kind, before))) return;
  throw new InboxError('conflict', 'Another owner has just changed this: reload, and try again');
}

async function keep(change: ChangeBy<Human>, kind: ContactKind, wanted: Kept[]): Promise<void> {
  const before = ofWay(kind, await keptSettings(change.tx));
  const changed = changeableOf(kind).flatMap(([name]) => {
    const [was, is] = [before, wanted].map((rows) => rows.find((row) => row.name === name)?.value);
    return was === is ? [] : [name];
  });
  const names = changeableOf(kind).map(([name]) => name);
  await deleteSettings(change, names);
  await writeSettings(change, wanted);
  const to = wanted.length > 0 ? 'on' : 'off';
  await announce(change, { what: kind, detail: { to, changed } });
}

type Announced = { what: ContactKind | 'publicUrl'; detail: Record<string, unknown> };

/** Records a change, and has it in force once it is on the disk. */
async function announce(change: ChangeBy<Human>, { what, detail }: Announced): Promise<void> {
  const { inbox, tx, emit, caller } = change;
  const { ways } = effective(inbox, await keptSettings(tx));
  await noteAccounts(change, ways);
  emit('audited', {
    by: caller,
    action: 'setting.changed',
    subject: { kind: 'setting', id: null, name: what },
    detail,
  });
  emit('settings:changed', { what, ways });
}

/** A trial names variables; in the dashboard the settings have labels. */
const asInPage = (kind: ContactKind, { result, says, next }: WayTrial): WayTrial => ({
  result,
  says: inLabels(kind, says),
  next: next && inLabels(kind, next),
});

// Who sends for the inbox.

const ACCOUNTS = 'accounts';

/**
 * A contact's user has shown that they receive what one server, bot or account sends. When another one sends, nobody
 * can answer there until they have shown it again.
 */
async function noteAccounts(change: Change, ways: Ways): Promise<void> {
  const noted = (await readState<Record<string, string>>(change.tx, ACCOUNTS)) ?? {};
  const now = { ...noted };
  for (const kind of contactKinds) {
    const account = wayOf(kind).account(ways);
    // One that is off may come back.
    if (account === null) continue;
    now[kind] = createHash('sha256').update(account).digest('hex');
    const isAnother = noted[kind] !== undefined && noted[kind] !== now[kind];
    if (isAnother) await unconfirmContacts(change, kind);
  }
  if (JSON.stringify(now) !== JSON.stringify(noted)) await writeState(change.tx, ACCOUNTS, now);
}

// The table.

export const keptSettings = (db: Tx): Promise<Kept[]> =>
  db.selectFrom('settings').selectAll().orderBy('name').execute();

async function writeSettings({ tx }: Change, rows: readonly Kept[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        value: eb.ref('excluded.value'),
        isSealed: eb.ref('excluded.isSealed'),
      })),
    )
    .execute();
}

async function deleteSettings({ tx }: Change, names: readonly string[]): Promise<void> {
  if (names.length > 0) await tx.deleteFrom('settings').where('name', 'in', names).execute();
}
