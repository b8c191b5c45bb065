/** A question in a channel that Ann sees, who has a contact by which it can be answered. */
import type { Human } from '../../../src/core/access/callers.ts';
import { createUser, humanById } from '../../../src/core/access/users.ts';
import { changeByItself } from '../../../src/core/change.ts';
import { findContact } from '../../../src/core/notify/contact-record.ts';
import { createContact } from '../../../src/core/notify/contacts.ts';
import { askedFor, decide, findDecision, optionsFor } from '../../../src/core/notify/decide.ts';
import { drawFor, linkOf } from '../../../src/core/notify/links.ts';
import { insertNotice, newNotice } from '../../../src/core/notify/notices.ts';
import { CreateContact } from '../../../src/core/notify/schema.ts';
import { getReview } from '../../../src/core/reviews/reviews.ts';
import { toTimestamp } from '../../../src/core/time.ts';
import { noWays } from '../../../src/ways/ways.ts';
import { type TestInbox, testInbox } from '../inbox/inbox.ts';
import { asConfirmed } from './confirming.ts';

const ways = { ...noWays, ntfyUrl: 'http://127.0.0.1:1' };
export const approval = { type: 'approval', expiresInSeconds: 60 };

export async function personIn(inbox: TestInbox, name: string, channels: string[]): Promise<Human> {
  const email = `${name.toLowerCase()}@example.com`;
  const input = { name, email, role: 'reviewer', channels } as const;
  const user = await createUser(inbox, inbox.owner, input);
  const origin = { via: 'dashboard', address: null, credential: 'session' } as const;
  const person = await humanById(inbox, user.id, origin);
  if (!person) throw new Error(`${name} is missing`);
  return person;
}

export async function testQuestion(review: object = approval) {
  const inbox = await testInbox({ ways });
  const { id: channelId } = await inbox.channel();
  const ann = await personIn(inbox, 'Ann', [channelId]);
  const contactOf = (person: Human, input = {}) =>
    createContact(
      inbox,
      person,
      CreateContact.parse({ kind: 'ntfy', address: person.userId, ...input }),
    ).then(async ({ contact }) => {
      const { id } = await asConfirmed(inbox, person, contact.id);
      return id;
    });
  const contactId = await contactOf(ann);
  const { id } = await inbox.send({ channelId, review: review as typeof approval });
  const links = async (contact = contactId, message = id) =>
    drawLinks(inbox, contact, message).then(({ links }) => links);
  /** The link that names no option. */
  const open = async (contact = contactId, message = id) =>
    drawLinks(inbox, contact, message).then(({ open }) => open);
  const press = async (link: string | undefined) => {
    const found = await findDecision(inbox, link ?? '');
    return found && decide(inbox, found, '192.0.2.1');
  };
  const dispose = () => inbox[Symbol.asyncDispose]();
  return {
    inbox,
    channelId,
    ann,
    contactId,
    contactOf,
    id,
    links,
    open,
    press,
    [Symbol.asyncDispose]: dispose,
  };
}

/** The links of a notice as if it were sent now: one for each option, and the one that names none. */
export async function drawLinks(inbox: TestInbox, contactId: string, messageId: string) {
  const { review, channelId } = await getReview(inbox, inbox.agent, messageId);
  const token = await changeByItself(inbox, async (change) => {
    const { tx } = change;
    const contact = await findContact(tx, contactId);
    const hasPage =
      contact && [...optionsFor(contact, review), ...askedFor(contact, review)].length > 0;
    if (!hasPage) return null;
    const { userId, kind, lane } = contact;
    const { expiresAt } = review;
    const at = toTimestamp(inbox.now());
    const place = { messageId, channelId, contactId, userId, kind, lane, expiresAt };
    const planned = { id: inbox.newId(), what: 'asks', round: 0, dueAt: at, createdAt: at };
    const notice = newNotice(place, planned);
    const { sent } = await tx
      .selectFrom('notices')
      .select(({ fn }) => fn.countAll<number>().as('sent'))
      .executeTakeFirstOrThrow();
    const again = { ...notice, round: sent + 1, status: 'accepted', attempts: 1 };
    await insertNotice(tx, again);
    return drawFor(change, again, contact);
  });
  if (token === null) return { links: [], open: undefined };
  const contact = await findContact(inbox.store.read, contactId);
  const options = contact ? optionsFor(contact, review) : [];
  return { links: options.map(({ place }) => linkOf(token, place)), open: linkOf(token, null) };
}
