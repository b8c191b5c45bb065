/**
 * How a machine gets its key: an owner creates a code for one coding agent, and the first to send it within ten
 * minutes gets a key for one channel, and nothing more.
 */
import { clients } from '../../agents/clients.ts';
import type { Row } from '../../storage/tables.ts';
import type { Caller, Human, Origin, Visit } from '../access/callers.ts';
import { codeIn, hashCode, newCode } from '../access/codes.ts';
import { storeKey } from '../access/keys.ts';
import { mustBeOwner, mustHaveLoggedIn } from '../access/permissions.ts';
import { storedSecret } from '../access/secrets.ts';
import { humanById } from '../access/users.ts';
import { changeByItself, changeByLogin } from '../change.ts';
import { mustBeChannel, storeChannel } from '../channels/channels.ts';
import { looksLike } from '../channels/names.ts';
import { CreateAgent } from '../channels/schema.ts';
import { listChannelNames } from '../channels/stored.ts';
import { InboxError } from '../errors.ts';
import { notUnderstoodBy } from '../hooks/hooks.ts';
import type { ChangeBy, Inbox } from '../inbox.ts';
import { cut } from '../letters.ts';
import { recordWrongCode } from '../logins/record.ts';
import { type Counted, clearTries, countTry } from '../logins/tries.ts';
import { sourcePart } from '../messages/source.ts';
import { toTimestamp } from '../time.ts';
import {
  type Enrol,
  type Enrolled,
  type Enrolment,
  LONGEST_VERSION,
  type Machine,
  type NewEnrolment,
} from './schema.ts';
import {
  deleteEnrolment,
  deleteExpiredEnrolments,
  enrolmentsOf,
  findEnrolment,
  type Given,
  insertEnrolment,
  insertMachine,
  listMachineRows,
  machineByKey,
  noteAsked,
  takeEnrolment,
  usualChannel,
} from './table.ts';

const LIFETIME_MS = 10 * 60_000;
/** The most unused codes of an owner. Their oldest is dropped first, so that the newest always works. */
const MOST_OF_AN_OWNER = 20;

/** Creates a code; only the response contains it. */
export async function beginEnrolment(
  inbox: Inbox,
  caller: Caller,
  { client, channelId }: NewEnrolment,
): Promise<Enrolment> {
  mustBeOwner(caller);
  mustHaveLoggedIn(caller);
  const code = newCode();
  const hash = await hashCode(code);
  if (hash === null) throw new Error('A new code has the form of one');
  return changeByLogin(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    if (channelId !== undefined) await mustBeChannel(tx, caller.channels, channelId);
    await makeRoom(change);
    const expiresAt = toTimestamp(inbox.now() + LIFETIME_MS);
    await insertEnrolment(change, {
      id: inbox.newId(),
      hash,
      client,
      channelId: channelId ?? null,
      makerId: caller.userId,
      makerOrigin: JSON.stringify(caller.origin),
      expiresAt,
    });
    emit('audited', {
      by: caller,
      action: 'enrolment.created',
      subject: { kind: 'enrolment', id: null, name: clients[client].label },
      detail: { client, channelId: channelId ?? null, expiresAt },
    });
    return { code, expiresAt };
  });
}

async function makeRoom(change: ChangeBy<Human>): Promise<void> {
  const { inbox, tx, caller } = change;
  await deleteExpiredEnrolments(change, toTimestamp(inbox.now()));
  const unused = await enrolmentsOf(tx, caller.userId);
  for (const { id } of unused.slice(0, Math.max(0, unused.length - MOST_OF_AN_OWNER + 1))) {
    await deleteEnrolment(change, id);
  }
}

/** `isLimited`: whether wrong codes are counted. */
type From = { visit: Visit; isLimited: boolean };

/**
 * Gives a machine the key that a code is for, in the name of the owner who made the code. A code that is wrong,
 * expired, used or for another client, or whose owner may not make one any longer, is refused with the same error.
 */
export async function enrol(
  inbox: Inbox,
  input: Enrol,
  { visit, isLimited }: From,
): Promise<Enrolled> {
  const address = visit.address ?? '';
  const counted = isLimited
    ? await countTry(inbox, { what: 'machine', address, account: input.client, userId: null })
    : null;
  const hash = await hashCode(codeIn(input.code));
  const given = hash && { hash, client: input.client, now: toTimestamp(inbox.now()) };
  const maker = given && (await makerOf(inbox, given, visit));
  const enrolled = maker && (await give(inbox, maker, { input, given, counted }));
  if (enrolled) return enrolled;
  const { label } = clients[input.client];
  await changeByItself(inbox, (change) => recordWrongCode(change, label, visit));
  throw notValid();
}

/** Returns the owner who made a code, as they are now, but from where the machine calls; null for no valid code. */
async function makerOf(inbox: Inbox, given: Given, visit: Visit): Promise<Human | null> {
  const found = await findEnrolment(inbox.store.read, given);
  if (!found) return null;
  const origin = JSON.parse(found.makerOrigin) as Origin;
  const maker = await humanById(inbox, found.makerId, { ...origin, ...visit });
  return maker?.role === 'owner' && maker.mayDecide ? maker : null;
}

type Giving = { input: Enrol; given: Given; counted: Counted | null };

const give = (
  inbox: Inbox,
  maker: Human,
  { input: { client, host, version, key: own }, given, counted }: Giving,
): Promise<Enrolled | null> =>
  changeByLogin(inbox, maker, async (change) => {
    const { emit, caller } = change;
    const taken = await takeEnrolment(change, given);
    if (!taken) return null;
    if (counted) await clearTries(change, counted);
    const channel = await channelFor(change, taken);
    const secret = own === undefined ? undefined : storedSecret(own);
    const key = await storeKey(
      change,
      { name: `${client}@${host}`, channels: [channel.id], expiresAt: null },
      secret,
    );
    await insertMachine(change, {
      keyId: key.id,
      client,
      host,
      version: version ?? null,
      channelId: channel.id,
      isUsual: taken.channelId === null ? 1 : 0,
      connectedAt: key.createdAt,
      lastAskedAt: null,
    });
    emit('audited', {
      by: caller,
      action: 'enrolment.used',
      subject: { kind: 'key', id: key.id, name: key.name },
      detail: { client: clients[client].label, host, channelId: channel.id },
    });
    return { key: key.key, keyId: key.id, channelId: channel.id, channelName: channel.name };
  });

type Channel = { id: string; name: string };

/** The one that was chosen; else where this client asks already, one of its name, or a new one. */
async function channelFor(
  change: ChangeBy<Human>,
  { client, channelId }: Row<'enrolments'>,
): Promise<Channel> {
  const { tx, caller } = change;
  if (channelId !== null) return mustBeChannel(tx, caller.channels, channelId);
  const { label } = clients[client as keyof typeof clients];
  const [named] = looksLike(await listChannelNames(tx), label);
  return (
    (await usualChannel(tx, client)) ??
    named ??
    (await storeChannel(change, CreateAgent.parse({ name: label })))
  );
}

const notValid = () =>
  new InboxError(
    'unauthenticated',
    'This code is not valid: it is mistyped, older than 10 minutes, used, or for another client. Make a new one in Settings › Agents, or with `inbox enrol CLIENT`',
  );

/** All machines, for owners; a key sees its own. */
export async function listMachines(inbox: Inbox, caller: Caller): Promise<Machine[]> {
  if (caller.kind !== 'agent' || caller.keyId === null) mustBeOwner(caller);
  const db = inbox.store.read;
  const all = await listMachineRows(db);
  const rows = caller.kind === 'agent' ? all.filter(({ keyId }) => keyId === caller.keyId) : all;
  const names = new Map((await listChannelNames(db)).map(({ id, name }) => [id, name]));
  const faults = Map.groupBy(await notUnderstoodBy(db), ({ keyId }) => keyId);
  const now = toTimestamp(inbox.now());
  return rows.map(({ isUsual: _, revokedAt, expiresAt, ...machine }) => ({
    ...machine,
    channelId: names.has(machine.channelId) ? machine.channelId : null,
    channelName: names.get(machine.channelId) ?? null,
    endedAt: revokedAt ?? (expiresAt !== null && expiresAt <= now ? expiresAt : null),
    notUnderstood: (faults.get(machine.keyId) ?? []).map(({ version, reason, count, lastAt }) => ({
      version: version === '' ? null : version,
      reason,
      count,
      lastAt,
    })),
  }));
}

/** Starts to note what machines do, and to end codes with the credential that made them. */
export function watchMachines(inbox: Inbox): void {
  inbox.bus.within('message:created', async (change, message) => {
    const keyId = message.review?.askedBy?.id;
    if (keyId === undefined) return;
    const version = sourcePart(message, 'version');
    await noteAsked(
      change,
      { keyId, lastAskedAt: toTimestamp(inbox.now()) },
      version && cut(version, LONGEST_VERSION),
    );
  });
  // The agent is the same: until the old key ends, both are its keys.
  inbox.bus.within('key:rotated', async (change, { keyId, newKeyId }) => {
    const machine = await machineByKey(change.tx, keyId);
    if (!machine) return;
    const connectedAt = toTimestamp(inbox.now());
    await insertMachine(change, { ...machine, keyId: newKeyId, connectedAt });
  });
  inbox.bus.within('credential:ended', async (change, { userId, credential }) => {
    for (const { id, makerOrigin } of await enrolmentsOf(change.tx, userId)) {
      const { credential: by, session } = JSON.parse(makerOrigin) as Origin;
      if (credential === null || (session ?? by) === credential) await deleteEnrolment(change, id);
    }
  });
}
