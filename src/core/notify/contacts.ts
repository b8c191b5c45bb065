/** The ways to reach a user: listed, added, changed, confirmed and removed; then their rows and addresses. */
import { createHash } from 'node:crypto';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { isMailAddress } from '../../ways/email/mail.ts';
import type { Address } from '../../ways/way.ts';
import { type ContactKind, hasCode, isPublicHost, type Ways, wayOf } from '../../ways/ways.ts';
import { readBrowser, readSubscription } from '../../ways/webpush/subscription.ts';
import { variableOf } from '../about/schema.ts';
import { type Caller, credentialOf, type Human, isLocal } from '../access/callers.ts';
import { mustBeHuman, mustBeOwner, mustHaveLoggedIn } from '../access/permissions.ts';
import type { CurrentUser, User } from '../access/schema.ts';
import { nameOfSubject } from '../audit/record.ts';
import { changeByLogin } from '../change.ts';
import { BLOCKED, InboxError, invalidField, notFound } from '../errors.ts';
import type { Change, ChangeBy, Inbox } from '../inbox.ts';
import { refusal } from '../outgoing/addresses.ts';
import { toTimestamp } from '../time.ts';
import {
  allContacts,
  contactAt,
  contactsOf,
  findContact,
  insertContact,
  lastEndOf,
  updateContactRow,
} from './contact-record.ts';
import { type RightEnd, type Urgency, whyNoAnswers } from './names.ts';
import {
  type Contact,
  ContactOfUser,
  type CreateContact,
  type NewContact,
  type Shows,
  type Subscription,
  type UpdateContact,
} from './schema.ts';
import { isMadeTopic, madeTopic } from './topics.ts';

/** The caller's own contacts. */
export async function listContacts({ store }: Inbox, caller: Caller): Promise<Contact[]> {
  mustBeHuman(caller);
  return (await contactsOf(store.read, caller.userId)).map(toContact);
}

/** Adds to a user what they have to know of their contacts as they log in. */
export const withContacts = async ({ store }: Inbox, user: User): Promise<CurrentUser> => ({
  ...user,
  answersEndedAt: await lastEndOf(store.read, user.id),
});

/** The contacts of a user, or of all, for an owner. */
export async function listContactsOf(
  { store }: Inbox,
  caller: Caller,
  whose: string | 'everybody',
): Promise<ContactOfUser[]> {
  mustBeOwner(caller);
  const rows =
    whose === 'everybody' ? await allContacts(store.read) : await contactsOf(store.read, whose);
  return rows.map((row) => {
    const contact = toContact(row);
    const mayAnswer = whyNoAnswers(contact) === null;
    // Drops the address.
    return ContactOfUser.parse({ ...contact, userId: row.userId, mayAnswer });
  });
}

/** Further contacts that exist already stay. */
const MOST_OF_USER = 20;

/** Whether its provider has ended it. */
const hasEnded = ({ disabledAt, disabledReason }: Row<'contacts'>): boolean =>
  disabledAt !== null && disabledReason !== DISABLED_BY_USER;

async function mustHaveRoom(tx: Tx, userId: string): Promise<void> {
  const own = await contactsOf(tx, userId);
  const counted = own.filter((one) => one.failingSince === null && !hasEnded(one));
  if (counted.length < MOST_OF_USER) return;
  const sentence = `You have ${MOST_OF_USER} contacts already: remove one first`;
  throw new InboxError('conflict', sentence);
}

/**
 * Adds a way to reach the caller. The caller's own address is returned as it is (`created: false`).
 * @throws InboxError `conflict` for an address that another user has confirmed, except for a browser: its
 * subscription moves to the user who subscribes there last
 */
export async function createContact(
  inbox: Inbox,
  caller: Caller,
  input: CreateContact,
): Promise<{ contact: NewContact; created: boolean }> {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  const read = await readAddress(inbox, input);
  const isMade = input.address === undefined;
  return changeByLogin(inbox, caller, async (change) => {
    const { contact, created } = await addContact(change, input, read);
    const subscription = isMade ? subscriptionOf(inbox, contact.kind, read.address) : null;
    return { contact: { ...contact, subscription }, created };
  });
}

/** Where an app subscribes to a topic; null for an address that the inbox does not make. */
function subscriptionOf({ ways }: Inbox, kind: ContactKind, topic: string): Subscription | null {
  const { added } = wayOf(kind);
  return (added.by === 'address' && added.subscription?.(topic, ways)) || null;
}

/**
 * Returns where an app subscribes to the topic of a contact, until that is confirmed.
 * @throws InboxError `conflict` once it is, and for an address that the inbox has not made
 */
export async function getSubscription(
  inbox: Inbox,
  caller: Caller,
  id: string,
): Promise<Subscription> {
  mustBeHuman(caller);
  mustBeAtScreen(caller);
  const contact = await ownContact(inbox.store.read, caller, id);
  const subscription = madeSubscription(inbox, contact);
  if (contact.confirmedAt !== null) {
    throw new InboxError('conflict', 'This contact is confirmed. Make another topic to see it');
  }
  return subscription;
}

/** Replaces a contact by one with another topic, which has the same rules. Nothing more is sent to the former topic. */
export async function replaceTopic(inbox: Inbox, caller: Caller, id: string): Promise<NewContact> {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  mustBeAtScreen(caller);
  return changeByLogin(inbox, caller, async (change) => {
    const before = await ownContact(change.tx, change.caller, id);
    madeSubscription(inbox, before);
    await removeContact(change, before);
    note(change, 'contact.deleted', before);
    const { name, delaySeconds, from, shows, answers } = toContact(before);
    const kind = before.kind as ContactKind;
    const rules = { kind, name, delaySeconds: delaySeconds ?? undefined, from, shows, answers };
    const read = { address: madeTopic(), host: null, name };
    const { contact } = await addContact(change, { ...rules, address: read.address }, read);
    return { ...contact, subscription: subscriptionOf(inbox, kind, read.address) };
  });
}

function madeSubscription(inbox: Inbox, { kind, lane, address }: Row<'contacts'>): Subscription {
  const isMade = lane === kind && isMadeTopic(address);
  const found = isMade ? subscriptionOf(inbox, kind as ContactKind, address) : null;
  if (found) return found;
  throw new InboxError('conflict', 'The inbox has not made the address of this contact');
}

/** A token is a script's: it does not read the topic of an app that its person set up. */
function mustBeAtScreen({ origin }: Human): void {
  if (origin.credential === 'session' || origin.credential === 'local') return;
  throw new InboxError('forbidden', 'A token cannot do this: use the dashboard');
}

/** Adds a way to reach the caller, at an address that was read. */
export async function addContact(
  change: ChangeBy<Human>,
  input: CreateContact,
  read: Address,
): Promise<{ contact: Contact; created: boolean }> {
  const { tx, emit, caller } = change;
  const { kind } = input;
  const { userId } = caller;
  const holder = await contactAt(tx, digestOf(kind, read.address));
  if (holder && holder.userId !== userId) {
    if (wayOf(kind).added.by !== 'itself') throw taken();
    await removeContact(change, holder);
    note(change, 'contact.deleted', holder);
  }
  const unproven = unprovenDigest(kind, read.address, userId);
  const own = holder?.userId === userId ? holder : await contactAt(tx, unproven);
  if (own) {
    const isProven = own.confirmedAt === null && isProvenWhenAdded(kind);
    const contact = isProven ? await confirmContact(change, own) : toContact(own);
    return { contact, created: false };
  }
  await mustHaveRoom(tx, userId);
  const digest = isProvenWhenAdded(kind) ? digestOf(kind, read.address) : unproven;
  const row = rowOf(change, input, read, digest);
  await insertContact(change, row);
  emit('contact:changed', { userId });
  if (row.verifiedAt === null) emit('contact:unverified', { contactId: row.id });
  else emit('reach:gained', { userId });
  emit('contact:added', { userId, contactId: row.id });
  note(change, 'contact.created', row);
  return { contact: toContact(row), created: true };
}

/** It names nobody: the caller is not to learn who else uses the inbox. */
const taken = () => new InboxError('conflict', 'Another user has confirmed this address');

export async function updateContact(
  inbox: Inbox,
  caller: Caller,
  id: string,
  { answers, disabled, confirmed: _, ...input }: UpdateContact,
): Promise<Contact> {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  const at = toTimestamp(inbox.now());
  return changeByLogin(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const before = await ownContact(tx, caller, id);
    if (disabled === false && hasEnded(before)) await mustHaveRoom(tx, caller.userId);
    const given = Object.entries(input).filter(([, value]) => value !== undefined);
    const isSwitched = answers !== undefined && answers !== allowsAnswers(before);
    const row: Row<'contacts'> = {
      ...before,
      ...Object.fromEntries(given),
      ...(isSwitched ? { answers: Number(answers), ...rightGivenBy(caller) } : {}),
      ...(disabled === undefined ? {} : disabledSince(disabled ? at : null)),
    };
    await updateContactRow(change, id, row);
    if (disabled) emit('contact:disabled', { contactId: id });
    else if (before.failingSince !== row.failingSince) emit('contact:health', { contactId: id });
    emit('contact:changed', { userId: caller.userId });
    emit('reach:gained', { userId: caller.userId });
    noteChanges(change, before, row);
    return toContact(row);
  });
}

const DISABLED_BY_USER = 'Disabled by you';

const disabledSince = (at: string | null) => ({
  disabledAt: at,
  disabledReason: at === null ? null : DISABLED_BY_USER,
  failingSince: null,
});

/**
 * Confirms a contact: its user has shown that they receive what is sent there, by the code of a test or a press.
 * @throws InboxError `conflict` if another user has done so before
 */
export async function confirmContact(change: ChangeBy, row: Row<'contacts'>): Promise<Contact> {
  const { inbox, tx, emit, caller } = change;
  const { id, userId, kind, name, address } = row;
  const digest = digestOf(kind, address);
  const holder = await contactAt(tx, digest);
  if (holder && holder.id !== id) throw taken();
  const at = toTimestamp(inbox.now());
  const confirmed = { ...row, digest, verifiedAt: row.verifiedAt ?? at, confirmedAt: at };
  await updateContactRow(change, id, confirmed);
  emit('contact:changed', { userId });
  emit('reach:gained', { userId });
  const subject = { kind: 'contact', id, name } as const;
  emit('audited', { by: caller, action: 'contact.confirmed', subject, detail: { kind } });
  return toContact(confirmed);
}

/**
 * Removes a contact of the caller or, for an owner, of any user. Only the notices that take earlier ones back
 * are still sent there.
 */
export async function deleteContact(inbox: Inbox, caller: Caller, id: string) {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  await changeByLogin(inbox, caller, async (change) => {
    const { tx, caller } = change;
    const row =
      caller.role === 'owner' ? await presentContact(tx, id) : await ownContact(tx, caller, id);
    await removeContact(change, row);
    note(change, 'contact.deleted', row);
  });
  return { deleted: true as const };
}

async function removeContact(
  change: Change,
  { id, userId }: Pick<Row<'contacts'>, 'id' | 'userId'>,
): Promise<void> {
  const { inbox, emit } = change;
  const removedAt = toTimestamp(inbox.now());
  await updateContactRow(change, id, { removedAt, digest: null });
  emit('contact:removed', { contactId: id });
  emit('contact:changed', { userId });
}

/** Removes all contacts of a user who was removed. */
export async function removeContacts(change: Change, userId: string) {
  for (const contact of await contactsOf(change.tx, userId)) await removeContact(change, contact);
}

/** Lists the contacts of a user that something can be sent to. */
export const contactsThatWork = async (db: Tx, userId: string): Promise<Row<'contacts'>[]> =>
  (await contactsOf(db, userId)).filter(
    ({ verifiedAt, disabledAt }) => verifiedAt !== null && disabledAt === null,
  );

/** Finds the contact with an address, whichever user's it is. */
export const contactBy = (db: Tx, kind: ContactKind, address: string) =>
  contactAt(db, digestOf(kind, address));

/** Returns the name of a contact, even if it is removed; null if unknown. */
export const nameOfContact = async (db: Tx, id: string): Promise<string | null> =>
  (await findContact(db, id))?.name ?? (await nameOfSubject(db, 'contact.created', id));

/** Throws not found for a removed contact and for another user's. */
export async function ownContact(tx: Tx, caller: Human, id: string): Promise<Row<'contacts'>> {
  const row = await presentContact(tx, id);
  if (row.userId !== caller.userId) throw notFound('Contact');
  return row;
}

async function presentContact(tx: Tx, id: string): Promise<Row<'contacts'>> {
  const row = await findContact(tx, id);
  if (!row || row.removedAt !== null) throw notFound('Contact');
  return row;
}

/** Its address and what was sent there are not changes. */
const recorded = ['name', 'answers', 'shows', 'delaySeconds', 'from', 'disabledAt'] as const;

function noteChanges(
  { emit, caller }: ChangeBy,
  before: Row<'contacts'>,
  now: Row<'contacts'>,
): void {
  const { id, kind, name } = now;
  const [was, is] = [toContact(before), toContact(now)];
  const changed = recorded.filter((field) => was[field] !== is[field]);
  if (changed.length === 0) return;
  const subject = { kind: 'contact', id, name } as const;
  const fields = changed.map((field) => (field === 'disabledAt' ? 'disabled' : field));
  const detail = {
    kind,
    changed: fields,
    ...(changed.includes('answers') && { answers: is.answers }),
  };
  emit('audited', { by: caller, action: 'contact.updated', subject, detail });
}

function note(
  { emit, caller }: ChangeBy<Human>,
  action: 'contact.created' | 'contact.deleted',
  { id, kind, name, userId }: Row<'contacts'>,
): void {
  const subject = { kind: 'contact', id, name } as const;
  const detail = userId === caller.userId ? { kind } : { kind, userId };
  emit('audited', { by: caller, action, subject, detail });
}

// A contact as it is stored, and as it is shown.

function rowOf(
  { inbox, caller }: ChangeBy<Human>,
  { kind, name, answers, shows, delaySeconds, from }: CreateContact,
  { address, host, name: ownName }: Address,
  digest: string,
): Row<'contacts'> {
  const at = toTimestamp(inbox.now());
  const { userId } = caller;
  const isPublic = isPublicHost(kind, host ?? wayOf(kind).host(inbox.ways));
  return {
    id: inbox.newId(),
    userId,
    kind,
    name: name ?? ownName,
    address,
    digest,
    lane: host === null ? kind : `${kind} ${host}`,
    answers: Number(answers ?? !isPublic),
    ...rightGivenBy(caller),
    shows: shows ?? (isPublic ? 'title' : 'all'),
    delaySeconds: delaySeconds ?? null,
    from,
    createdAt: at,
    verifiedAt: hasCode(kind) ? null : at,
    confirmedAt: isProvenWhenAdded(kind) ? at : null,
    failingSince: null,
    disabledAt: null,
    disabledReason: null,
    lastSentAt: null,
    lastReceivedAt: null,
    removedAt: null,
    askedAt: null,
    askedBeforeAt: null,
    askedBeforeThatAt: null,
    highAskedAt: null,
    loweredWith: null,
    loweredAt: null,
  };
}

/** The right to answer, as this caller gives it. */
const rightGivenBy = (caller: Human) => ({
  madeBy: credentialOf(caller),
  isLocal: Number(isLocal(caller)),
  answersEndedAt: null,
  answersEndedBy: null,
});

/** Whether answers are allowed there: its user allowed them, and what they were allowed with has not ended. */
export const allowsAnswers = ({
  answers,
  answersEndedAt,
}: Pick<Row<'contacts'>, 'answers' | 'answersEndedAt'>): boolean =>
  answers === 1 && answersEndedAt === null;

/** Whether notices there offer answers: they are allowed, and its user has shown that they receive them. */
export const offersAnswers = (
  contact: Pick<Row<'contacts'>, 'answers' | 'answersEndedAt' | 'confirmedAt'>,
): boolean => allowsAnswers(contact) && contact.confirmedAt !== null;

/** A link or a subscription proves that it is one's own. */
const isProvenWhenAdded = (kind: ContactKind): boolean => wayOf(kind).added.by !== 'address';

/** Until one of them confirms the address, several users can have a contact with it. */
export const unprovenDigest = (kind: string, address: string, userId: string) =>
  digestOf(kind, `${address}\n${userId}`);

export const digestOf = (kind: string, address: string) =>
  createHash('sha256').update(`${kind}\n${address}`).digest('hex');

export const toContact = (row: Row<'contacts'>): Contact => {
  const { id, name, delaySeconds, createdAt, verifiedAt, confirmedAt } = row;
  const { failingSince, disabledAt, disabledReason, lastSentAt, lastReceivedAt } = row;
  const { answersEndedAt: at } = row;
  const kind = row.kind as ContactKind;
  return {
    id,
    kind,
    name,
    address: maskAddress(kind, row.address),
    answers: allowsAnswers(row),
    answersEnded: at === null ? null : { at, by: row.answersEndedBy as RightEnd },
    shows: row.shows as Shows,
    delaySeconds,
    from: row.from as Urgency,
    createdAt,
    verifiedAt,
    confirmedAt,
    failingSince,
    disabledAt,
    disabledReason,
    lastSentAt,
    lastReceivedAt,
  };
};

// An address, as its way reads it.

/** @throws InboxError `invalid`: it is none, or the inbox can't send there */
async function readAddress(inbox: Inbox, { kind, address }: CreateContact): Promise<Address> {
  const { added, label } = wayOf(kind);
  if (added.by === 'itself') {
    if (address === undefined) throw refused(`Required: ${added.inApi}`);
    return readBrowser(inbox, address, mustBeOutside);
  }
  if (added.by === 'link') {
    const words = `A ${label} chat is added by pairing: POST /contacts/${kind}`;
    throw invalidField(['kind'], words);
  }
  if (address !== undefined && typeof address !== 'string') throw refused('Expected a text');
  const text = address ?? (added.subscription ? madeTopic() : undefined);
  if (text === undefined) throw refused(`Required: ${added.inApi}`);
  return added.read(text, {
    mustBeSet: (name, what) => mustBeSet(inbox.ways, name, what),
    mustBeOutside: (url, what) => mustBeOutside(inbox, url, what),
    isMailAddress,
    refused,
  });
}

/** All that is shown of an address. */
const maskAddress = (kind: ContactKind, address: string): string =>
  `…${(wayOf(kind).added.by === 'itself' ? readSubscription(address).endpoint : address).slice(-4)}`;

function mustBeSet(ways: Ways, name: keyof Ways, what: string): void {
  if (ways[name] === null) {
    const words = `This inbox cannot send to ${what}: an owner must turn it on in Settings › Notifications, or set ${variableOf(name)}`;
    throw invalidField(['kind'], words);
  }
}

/** An address that a user brings follows the rules of webhooks. */
function mustBeOutside(inbox: Inbox, url: string, what: string, path = ['address']): void {
  const reason = refusal(url, inbox.webhookAllow, what);
  if (reason) throw invalidField(path, reason, BLOCKED);
}

const refused = (sentence: string) => invalidField(['address'], sentence);
