/** A chat becomes a contact of the user who opens it with a code. */
import { randomBytes } from 'node:crypto';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type LinkedKind, ways } from '../../ways/ways.ts';
import type { Caller, Origin } from '../access/callers.ts';
import { mustBeHuman, mustHaveLoggedIn } from '../access/permissions.ts';
import { hashSecret } from '../access/secrets.ts';
import { humanById } from '../access/users.ts';
import { changeByLogin } from '../change.ts';
import { InboxError, notFound } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { addContact } from './contacts.ts';
import type { NewPairing, PairContact, Pairing } from './pairing-schema.ts';

const LIFETIME_MS = 15 * 60_000;
const CODE_BYTES = 24;

/** Makes a link to the bot, whose code makes the chat that opens it the caller's. */
export async function beginPairing(
  inbox: Inbox,
  caller: Caller,
  kind: LinkedKind,
  rules: PairContact,
): Promise<NewPairing> {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  const bot = mustBeReady(inbox, kind);
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const row: Row<'pairings'> = {
    id: inbox.newId(),
    hash: hashSecret(code),
    kind,
    userId: caller.userId,
    origin: JSON.stringify(caller.origin),
    rules: JSON.stringify(rules),
    contactId: null,
    expiresAt: toTimestamp(inbox.now() + LIFETIME_MS),
  };
  await changeByLogin(inbox, caller, (change) => replacePairing(change, row));
  return { ...toPairing(row), url: ways[kind].added.linkOf(bot, code) };
}

/** Ends the links of a user who is removed: nobody can open them any longer. */
export const endPairings = (change: Change, userId: string): Promise<void> =>
  deletePairings(change, userId);

/** Ends the links that were made with a credential; null for all of the user's. */
export async function endPairingsBy(change: Change, userId: string, credential: string | null) {
  const pairings = await pairingsOf(change.tx, userId);
  for (const { id, origin } of pairings) {
    if (credential === null || isMadeBy(JSON.parse(origin) as Origin, credential)) {
      await deletePairing(change, id);
    }
  }
}

const isMadeBy = ({ credential, session }: Origin, ended: string): boolean =>
  (session ?? credential) === ended;

/** Whether the caller's link was opened yet. */
export async function getPairing({ store }: Inbox, caller: Caller, id: string): Promise<Pairing> {
  mustBeHuman(caller);
  const row = await pairingRow(store.read, id);
  if (row?.userId !== caller.userId) throw notFound('Pairing');
  return toPairing(row);
}

/**
 * Makes a chat the contact of the user who got the code; false for a code that is not valid.
 * @throws InboxError `conflict` for a chat of another user
 */
export async function pair(inbox: Inbox, code: string, address: string): Promise<boolean> {
  const found = await openPairing(inbox.store.read, hashSecret(code), toTimestamp(inbox.now()));
  const person =
    found && (await humanById(inbox, found.userId, JSON.parse(found.origin) as Origin));
  if (!found || !person) return false;
  return changeByLogin(inbox, person, async (change) => {
    const open = await openPairing(change.tx, found.hash, toTimestamp(inbox.now()));
    if (!open) return false;
    const rules = JSON.parse(open.rules) as PairContact;
    const kind = open.kind as LinkedKind;
    const input = { ...rules, kind, address };
    const read = { address, host: null, name: ways[kind].label };
    const { contact } = await addContact(change, input, read);
    await closePairing(change, open.id, contact.id);
    return true;
  });
}

/** Returns the name of the bot. */
function mustBeReady(inbox: Inbox, kind: LinkedKind): string {
  const { label, needs } = ways[kind];
  if (needs.some((name) => inbox.ways[name] === null)) {
    const words = `This inbox cannot send to ${label}: an owner must turn it on in Settings › Notifications`;
    throw new InboxError('conflict', words);
  }
  const { name, problem } = inbox.bots[kind];
  if (name !== null) return name;
  throw new InboxError('conflict', problem ?? `The ${label} bot has not answered yet: try again`);
}

const toPairing = ({ id, expiresAt, contactId }: Row<'pairings'>): Pairing => ({
  id,
  expiresAt,
  contactId,
});

async function deletePairings({ tx }: Change, userId: string): Promise<void> {
  await tx.deleteFrom('pairings').where('userId', '=', userId).execute();
}

async function deletePairing({ tx }: Change, id: string): Promise<void> {
  await tx.deleteFrom('pairings').where('id', '=', id).execute();
}

const pairingsOf = (db: Tx, userId: string) =>
  db.selectFrom('pairings').select(['id', 'origin']).where('userId', '=', userId).execute();

/** Replaces the user's earlier ones. */
export async function replacePairing(change: Change, row: Row<'pairings'>): Promise<void> {
  await deletePairings(change, row.userId);
  await change.tx.insertInto('pairings').values(row).execute();
}

const pairingRow = (db: Tx, id: string) =>
  db.selectFrom('pairings').selectAll().where('id', '=', id).executeTakeFirst();

/** One whose code was not used yet. */
const openPairing = (db: Tx, hash: string, now: string) =>
  db
    .selectFrom('pairings')
    .selectAll()
    .where('hash', '=', hash)
    .where('contactId', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

async function closePairing({ tx }: Change, id: string, contactId: string): Promise<void> {
  await tx.updateTable('pairings').set({ contactId }).where('id', '=', id).execute();
}
