/** Tests of contacts, and how users show that they receive what is sent there: by a press or a code. */
import { randomInt } from 'node:crypto';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import { type ContactKind, wayOf } from '../../ways/ways.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeHuman, mustHaveLoggedIn } from '../access/permissions.ts';
import { Via } from '../access/schema.ts';
import { humanById } from '../access/users.ts';
import { theInbox } from '../audit/action.ts';
import { changeBy, changeByItself, changeByLogin } from '../change.ts';
import { InboxError, invalidField, notFound } from '../errors.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { contactsOfOwner, findContact, updateContactRow } from './contact-record.ts';
import { confirmContact, digestOf, ownContact, toContact, unprovenDigest } from './contacts.ts';
import { takeToken } from './links.ts';
import { insertNotice, newNotice, noticeRow } from './notices.ts';
import type { Contact, Test } from './schema.ts';
import { providerHost } from './ways.ts';

/** Starts to send a code to each address that has to be verified. */
export function watchUnverified(inbox: Inbox): void {
  inbox.bus.within('contact:unverified', async (change, { contactId }) => {
    const contact = await findContact(change.tx, contactId);
    if (contact) await insertTest(change, contact);
  });
}

/**
 * Confirms a contact by a press in a test, as the person who has the address there. Returns false for anything but
 * a recent test of theirs.
 */
export const confirmByPress = (
  inbox: Inbox,
  testId: string,
  { kind, address }: { kind: ContactKind; address: string },
): Promise<boolean> =>
  confirmByTest(
    inbox,
    testId,
    null,
    async (_, { contact }) => contact.kind === kind && contact.address === address,
  );

/** Confirms a contact by the token of a test's button, once, from an address. False for one that is not valid. */
export const confirmByToken = (
  inbox: Inbox,
  { token, noticeId, attempt }: { token: string; noticeId: string; attempt: number },
  address: string | null,
): Promise<boolean> =>
  confirmByTest(
    inbox,
    noticeId,
    address,
    // A test that is sent again has another code, and another button.
    async (change, { notice }) => notice.attempts === attempt && (await takeToken(change, token)),
  );

type Tested = { notice: Row<'notices'>; contact: Row<'contacts'> };

/** @param isProven whether the press shows that its user receives what is sent there */
async function confirmByTest(
  inbox: Inbox,
  testId: string,
  address: string | null,
  isProven: (change: Change, tested: Tested) => Promise<boolean>,
): Promise<boolean> {
  const { read } = inbox.store;
  const notice = await noticeRow(read, testId);
  const found = notice && (await findContact(read, notice.contactId));
  if (!found || !isRecentTest(inbox, notice)) return false;
  const via = Via.safeParse(found.kind);
  if (!via.success) return false;
  const person = await humanById(inbox, found.userId, {
    via: via.data,
    address: address ?? providerHost(inbox.ways, found),
    credential: found.id,
  });
  if (!person) return false;
  return changeBy(inbox, person, async (change) => {
    const { tx } = change;
    const [sent, contact] = [await noticeRow(tx, testId), await findContact(tx, found.id)];
    const isUsable = contact?.removedAt === null && contact.disabledAt === null;
    if (!sent || !isUsable || !(await isProven(change, { notice: sent, contact }))) return false;
    if (contact.confirmedAt === null) await confirmContact(change, contact);
    return true;
  });
}

/** Confirms one of the caller's contacts by a code that was sent there. */
export async function verifyByCode(
  inbox: Inbox,
  caller: Caller,
  id: string,
  code: string,
): Promise<Contact> {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  const before = await ownContact(inbox.store.read, caller, id);
  if (before.confirmedAt === null) await mustBeCode(inbox, id, code);
  return changeByLogin(inbox, caller, async (change) => {
    const { tx, caller } = change;
    const contact = await ownContact(tx, caller, id);
    if (contact.confirmedAt !== null) return toContact(contact);
    return confirmContact(change, contact);
  });
}

/**
 * Nobody has shown that they receive what another server, bot or account sends to contacts of this kind. No test
 * that was sent by the former one confirms any of them.
 */
export async function unconfirmContacts(change: Change, kind: ContactKind): Promise<void> {
  const { tx, emit } = change;
  for (const contact of await contactsOfOwner(tx, kind)) {
    const { id, userId, name, address, confirmedAt } = contact;
    await voidTests(change, id);
    if (confirmedAt === null) continue;
    const digest = unprovenDigest(kind, address, userId);
    await updateContactRow(change, id, { confirmedAt: null, digest });
    emit('contact:changed', { userId });
    const subject = { kind: 'contact', id, name } as const;
    const detail = { kind, userId };
    emit('audited', { by: theInbox, action: 'contact.unconfirmed', subject, detail });
  }
}

/** Sends a test to one of the caller's contacts; `getTest` says what became of it. */
export async function testContact(inbox: Inbox, caller: Caller, id: string): Promise<Test> {
  mustBeHuman(caller);
  const testId = await changeBy(inbox, caller, async (change) => {
    const { tx, caller } = change;
    const contact = await ownContact(tx, caller, id);
    if (contact.disabledAt !== null) {
      throw new InboxError('conflict', 'This contact is disabled. Enable it first');
    }
    return insertTest(change, contact);
  });
  return getTest(inbox, caller, id, testId);
}

/**
 * Sends something that is about no question; returns its id.
 * @throws InboxError `rate_limited`
 */
async function insertTest(change: Change, contact: Row<'contacts'>): Promise<string> {
  const { inbox, tx, emit } = change;
  await countTest(change, contact);
  const { id: contactId, userId, kind, lane } = contact;
  const at = toTimestamp(inbox.now());
  const place = { contactId, userId, kind, lane, messageId: null, channelId: null };
  const planned = { id: inbox.newId(), what: 'tests', round: 0, dueAt: at, createdAt: at };
  await insertNotice(tx, newNotice({ ...place, expiresAt: null }, planned));
  emit('notice:due', { atMs: inbox.now() });
  return planned.id;
}

const HOUR_MS = 60 * 60 * 1000;
const MOST_OF_USER = 10;
const MOST_TO_ADDRESS = 5;

/** Counts a test, so that nobody is sent many: one of a removed contact counts too. */
async function countTest(
  change: Change,
  { userId, kind, address }: Row<'contacts'>,
): Promise<void> {
  const { inbox, tx } = change;
  // A browser is asked by itself, and by nobody else.
  if (wayOf(kind).added.by === 'itself') return;
  const target = digestOf(kind, address);
  const since = toTimestamp(inbox.now() - HOUR_MS);
  const ofUser = await testsOf(tx, { userId }, since);
  mustBeFewer(inbox.now(), ofUser, MOST_OF_USER, 'You have sent');
  const toAddress = await testsOf(tx, { target }, since);
  mustBeFewer(inbox.now(), toAddress, MOST_TO_ADDRESS, 'This address was sent');
  await addTest(change, { userId, target, at: toTimestamp(inbox.now()) }, since);
}

/** @param sent when, the oldest first */
function mustBeFewer(now: number, sent: string[], most: number, says: string): void {
  const oldest = sent.at(-most);
  if (oldest === undefined) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(oldest) + HOUR_MS - now) / 1000));
  const sentence = `${says} ${most} tests within an hour: try again in ${retryAfterSeconds}s`;
  throw new InboxError('rate_limited', sentence, { retryAfterSeconds });
}

/** How far a test has come. */
export async function getTest(
  { store, ways }: Inbox,
  caller: Caller,
  contactId: string,
  id: string,
): Promise<Test> {
  mustBeHuman(caller);
  const notice = await noticeRow(store.read, id);
  const isTheirs = notice?.userId === caller.userId && notice.contactId === contactId;
  if (!notice || !isTheirs || notice.what !== 'tests') throw notFound('Test');
  const { status, createdAt, sentAt, receivedAt, error } = notice;
  const host = providerHost(ways, notice);
  return { id, status: status as Test['status'], host, createdAt, sentAt, receivedAt, error };
}

// Codes of six digits prove that a user reads what is sent to an address.

const LIFETIME_MS = 15 * 60_000;
const MOST_TRIES = 5;
const DIGITS = 6;

/** A reader of the database should need longer to find a code than it is valid. */
const HARD = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

/** A code and the hash that is stored of it. */
export type Drawn = { code: string; hash: string };

export async function drawCode(): Promise<Drawn> {
  const code = `${randomInt(10 ** DIGITS)}`.padStart(DIGITS, '0');
  return { code, hash: await Bun.password.hash(code, HARD) };
}

/**
 * Draws the codes that tests among these notices bring, by the id of the notice. A hash takes long, so that none
 * is made within the change that claims them: other changes would wait for it.
 */
export async function drawCodes(
  { store }: Inbox,
  noticeIds: string[],
): Promise<Map<string, Drawn>> {
  const drawn = new Map<string, Drawn>();
  for (const { id } of await testsAmong(store.read, { ids: JSON.stringify(noticeIds) })) {
    drawn.set(id, await drawCode());
  }
  return drawn;
}

/** Stores the hash of the code that a claimed test brings. */
export async function keepCode(
  change: Change,
  noticeId: string,
  { code, hash }: Drawn,
): Promise<string> {
  await putCode(change, { noticeId, hash, tries: 0 });
  return code;
}

/**
 * A try counts even if the change that it is for is refused.
 * @throws InboxError `invalid` for a code that was not sent there within its lifetime, or was tried too often
 */
async function mustBeCode(inbox: Inbox, contactId: string, code: string): Promise<void> {
  const tried = await changeByItself(inbox, async (change) => {
    const sent = await testsSince(change.tx, contactId, oldest(inbox));
    return sent.length === 0
      ? []
      : tryCodes(
          change,
          sent.map(({ id }) => id),
          MOST_TRIES,
        );
  });
  for (const { hash } of tried) if (await Bun.password.verify(code, hash)) return;
  throw invalidField(['code'], 'This code is wrong or has expired. Send a test to get another one');
}

/** Whether a notice is a test whose code is valid. */
const isRecentTest = (
  inbox: Inbox,
  { what, createdAt }: Pick<Row<'notices'>, 'what' | 'createdAt'>,
): boolean => what === 'tests' && createdAt > oldest(inbox);

const oldest = ({ now }: Inbox) => toTimestamp(now() - LIFETIME_MS);

// The tests of the last hour, by who sent them and where to. One of a removed contact still counts.

/** Returns when tests of a user, or to a target, were sent since a time; the oldest first. */
async function testsOf(
  db: Tx,
  whose: { userId: string } | { target: string },
  since: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('contact_tests')
    .select('at')
    .where('at', '>', since)
    .where((eb) =>
      'userId' in whose ? eb('userId', '=', whose.userId) : eb('target', '=', whose.target),
    )
    .orderBy('at')
    .execute();
  return rows.map(({ at }) => at);
}

/** Adds one, and deletes those up to a time, which count no longer. */
async function addTest({ tx }: Change, test: Row<'contact_tests'>, since: string): Promise<void> {
  await tx.deleteFrom('contact_tests').where('at', '<=', since).execute();
  await tx.insertInto('contact_tests').values(test).execute();
}

/** The tests of a contact since a time, the oldest first. */
const testsSince = (db: Tx, contactId: string, since: string) =>
  db
    .selectFrom('notices')
    .select(['id', 'createdAt'])
    .where('contactId', '=', contactId)
    .where('messageId', 'is', null)
    .where('what', '=', 'tests')
    .where('createdAt', '>', since)
    .orderBy('createdAt')
    .execute();

/** The notices among these that are tests of contacts which are not confirmed yet. */
const testsAmong = prepared<{ ids: JsonList }, { id: string }>((db, parameter) =>
  db
    .selectFrom('notices')
    .innerJoin('contacts', 'contacts.id', 'notices.contactId')
    .select('notices.id')
    .where('notices.id', 'in', sqlOf(db).valuesOf(parameter('ids')))
    .where('what', '=', 'tests')
    .where('confirmedAt', 'is', null),
);

/** Each attempt to send a test has a code of its own, and the last one is valid. */
async function putCode({ tx }: Change, code: Row<'codes'>): Promise<void> {
  const { hash, tries } = code;
  await tx
    .insertInto('codes')
    .values(code)
    .onConflict((conflict) => conflict.column('noticeId').doUpdateSet({ hash, tries }))
    .execute();
}

/** Ends the codes and the buttons of the tests that were sent to a contact. */
async function voidTests({ tx }: Change, contactId: string): Promise<void> {
  const tests = tx
    .selectFrom('notices')
    .select('id')
    .where('contactId', '=', contactId)
    .where('messageId', 'is', null)
    .where('what', '=', 'tests');
  await tx.deleteFrom('codes').where('noticeId', 'in', tests).execute();
  await tx.deleteFrom('notice_tokens').where('noticeId', 'in', tests).execute();
}

/** Takes a try of each of the codes that have one left. */
const tryCodes = ({ tx }: Change, noticeIds: readonly string[], most: number) =>
  tx
    .updateTable('codes')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('noticeId', 'in', noticeIds)
    .where('tries', '<', most)
    .returning('hash')
    .execute();
