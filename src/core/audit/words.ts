import { type NamedPerson, shownName } from '../access/people.ts';
import type { JsonObject } from '../json.ts';
import { nameOnOneLine, visible } from '../letters.ts';
import type { AuditEntry, AuditPage } from './schema.ts';

type EntryLike = Pick<AuditEntry, 'action' | 'actor' | 'subject' | 'detail'>;
export type Words = { who: string; did: string };

export type Around = Pick<AuditPage, 'titles' | 'emails'>;

/**
 * Formats an entry as a sentence: “Ada” “revoked key “ci””.
 * @param around what its page says of its message and users
 */
export function wordsOf(
  entry: EntryLike,
  { titles, emails }: Around = { titles: {}, emails: {} },
): Words {
  const named = {
    ...entry,
    actor: withEmail(entry.actor, emails),
    subject: withEmail(entry.subject, emails),
  };
  const did = sentences[entry.action]?.(named, titledIn(titles, entry)) ?? entry.action;
  return { who: whoOf(named.actor), did };
}

function withEmail<Person extends NamedPerson>(person: Person, emails: Around['emails']): Person {
  const { id, name } = person;
  if (id === null || name === null || !Object.hasOwn(emails, id)) return person;
  return { ...person, name: shownName({ id, name, email: emails[id] }) };
}

/** Returns the title of the message that an entry is about, in quotes; null for one without. */
function titledIn(titles: AuditPage['titles'], { subject: { kind, id } }: EntryLike) {
  if (kind !== 'message' || id === null || !Object.hasOwn(titles, id)) return null;
  return `“${visible(titles[id] ?? '')}”`;
}

export function whoOf({ kind, ...person }: AuditEntry['actor'] & NamedPerson): string {
  const name = person.name === null ? null : shownName(person);
  if (kind === 'key') return `Key ${quoted(name)}`;
  if (kind === 'local') return name === null ? 'This machine' : `${name} (this machine)`;
  if (kind === 'system') return 'The inbox';
  return name ?? 'Someone';
}

/** Lower-cases “Key “ci”” and the like after other words. */
export const inSentence = (who: string) =>
  who.replace(/^(Key|This|The) /, (word) => word.toLowerCase());

const quoted = (name: string | null) =>
  name === null ? 'without a name' : `“${nameOnOneLine(name)}”`;

const named = ({ subject: { kind, name } }: EntryLike) => `${kind} ${quoted(name)}`;

type Sentences = Record<string, (entry: EntryLike, title: string | null) => string>;

const ofAccess: Sentences = {
  'login.succeeded': () => 'logged in',
  'login.failed': ({ subject }) =>
    subject.name === null ? 'failed to log in' : `failed to log in as ${subject.name}`,
  'session.ended': (entry) => {
    if (!isOwn(entry)) return `ended a session of ${ofWhom(entry)}`;
    return entry.subject.id === null ? 'logged out' : 'ended one of their sessions';
  },
  'password.changed': (entry) =>
    isOwn(entry) ? 'changed their password' : `changed the password of ${ofWhom(entry)}`,
  'inbox.setUp': () => 'set up the inbox',
  'key.created': (entry) => `created ${named(entry)}`,
  'key.updated': () => 'was given access to the channel it created',
  'key.rotated': (entry) => `rotated ${named(entry)}`,
  'key.revoked': (entry) => `revoked ${named(entry)}`,
  'token.created': (entry) => `created ${named(entry)}`,
  'token.revoked': (entry) => `revoked ${named(entry)}`,
  'device.approved': ({ subject }) => `approved the login of device ${quoted(subject.name)}`,
  'device.denied': ({ subject }) => `denied the login of device ${quoted(subject.name)}`,
  'enrolment.created': ({ subject }) => `created a code to connect ${subject.name}`,
  'enrolment.used': ({ subject, detail }) =>
    `connected ${textOf(detail.client)} on ${textOf(detail.host)}, by a code, as key ${quoted(subject.name)}`,
  'enrolment.failed': ({ subject }) =>
    `failed to connect ${subject.name ?? 'a coding agent'}: the code was not valid`,
  'user.created': ({ subject, detail }) => `added user ${subject.name}${asRole(detail)}`,
  'user.updated': updated,
  'user.deleted': ({ subject }) => `deleted user ${subject.name}`,
  'contact.created': ({ subject }) => `added contact ${quoted(subject.name)}`,
  'contact.confirmed': (entry) => `confirmed ${named(entry)}`,
  'contact.unconfirmed': (entry) =>
    `stopped answers at ${named(entry)}, as another server sends now`,
  'contact.updated': (entry) => `changed ${named(entry)}: ${listed(entry.detail.changed)}`,
  'contact.answersEnded': (entry) => `ended answers at ${named(entry)}`,
  'contact.deleted': ({ subject }) => `removed contact ${quoted(subject.name)}`,
  'local.used': () => 'used the local secret',
};

const ofChannels: Sentences = {
  'channel.created': (entry) => `created ${named(entry)}`,
  'channel.updated': (entry) => `changed ${named(entry)}: ${listed(entry.detail.changed)}`,
  'channel.ladderChanged': (entry) => `changed the escalation of ${named(entry)}`,
  'channel.deleted': (entry) => `deleted ${named(entry)}`,
  'webhook.updated': (entry) => `set the webhook of ${named(entry)} to ${entry.detail.origin}`,
  'webhook.deleted': (entry) => `removed the webhook of ${named(entry)}`,
  'webhook.secretShown': (entry) => `viewed the webhook secret of ${named(entry)}`,
  'webhook.secretRotated': (entry) => `rotated the webhook secret of ${named(entry)}`,
  'webhook.tested': (entry) => `tested the webhook of ${named(entry)}`,
  'webhook.failing': (entry) => `found the webhook of ${named(entry)} failing`,
  'webhook.paused': (entry) => `paused the webhook of ${named(entry)}`,
  'webhook.resumed': (entry) => `resumed the webhook of ${named(entry)}`,
  'delivery.retried': (_, title) => `retried the failed deliveries of ${title ?? 'a message'}`,
  'review.answered': ({ detail }, title) => {
    const how = detail.automatic === true ? 'automatically answered' : 'answered';
    const { selectedOption } = detail;
    const choice = typeof selectedOption === 'string' ? ` with “${selectedOption}”` : '';
    return `${how} ${title ?? 'a question'}${choice}`;
  },
  'review.withdrawn': ({ detail: { why } }, title) =>
    `withdrew ${title ?? 'a question'}${typeof why === 'string' ? `: ${why}` : ''}`,
  'review.ran': (_, title) =>
    `ran the tool of ${title ?? 'a question'} although it was denied: allowed in the terminal first`,
  'message.retracted': ({ detail }) => `retracted ${retractedWhat(detail)}`,
};

const ofInbox: Sentences = {
  'plugins.changed': ({ subject, detail }) =>
    `found plugin ${quoted(subject.name)} ${detail.change} at its start`,
  'setting.changed': ({ subject, detail }) =>
    detail.from === undefined
      ? `set ${subject.name} to ${textOf(detail.to)}`
      : `started with ${subject.name} changed from ${textOf(detail.from)} to ${textOf(detail.to)}`,
  'backup.created': (entry) => `created ${named(entry)}`,
  'backup.restored': () => 'restored a backup',
  'log.renewed': ({ detail: { missing } }) =>
    `found another database than the one that ran last${missing === null ? '' : `, which lacks ${missing} changes`}`,
  'messages.pruned': ({ detail }) => `deleted ${detail.count} old messages`,
  'audit.pruned': ({ detail }) => `pruned ${detail.count} entries of the audit log`,
};

const sentences: Sentences = { ...ofAccess, ...ofChannels, ...ofInbox };

const isOwn = ({ actor, subject, detail }: EntryLike) =>
  subject.kind === 'user'
    ? subject.id === actor.id
    : detail.userId === undefined || detail.userId === actor.id;

const ofWhom = ({ subject }: EntryLike) => subject.name ?? 'a user';

const asRole = ({ role }: JsonObject) => (typeof role === 'string' ? ` as ${role}` : '');

function updated({ subject: { name }, detail }: EntryLike): string {
  const changed = Array.isArray(detail.changed) ? detail.changed : [];
  if (changed.length === 1 && changed[0] === 'disabled') {
    const { to } = detail.disabled as { to: boolean };
    return `${to ? 'disabled' : 'enabled'} user ${name}`;
  }
  return `changed user ${name}: ${listed(changed)}`;
}

function retractedWhat({ type, answeredBy }: JsonObject): string {
  if (type === undefined) return 'a message';
  const { name } = (answeredBy ?? {}) as { name?: string };
  return name === undefined ? 'a question' : `a question that ${name} had answered`;
}

const listed = (names: unknown) => (Array.isArray(names) ? names.join(', ') : '');

function textOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.join(', ');
  return `${value}`;
}
