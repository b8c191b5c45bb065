/** A question in a channel that Ann sees, who has a contact by which it can be answered. */
import type { Human } from '../../../src/core/access/callers.ts';
import { createUser, humanById } from '../../../src/core/access/users.ts';
import { decide, findDecision, linksFor, openLinkFor } from '../../../src/core/decisions/decide.ts';
import { createContact } from '../../../src/core/reach/contacts.ts';
import { CreateContact } from '../../../src/core/reach/schema.ts';
import { noWays } from '../../../src/core/reach/ways.ts';
import { getReview } from '../../../src/core/reviews/reviews.ts';
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
    linksFor(...(await askedOf(inbox, contact, message))).map(({ link }) => link);
  /** The link that names no option. */
  const open = async (contact = contactId, message = id) =>
    openLinkFor(...(await askedOf(inbox, contact, message))) ?? undefined;
  const press = async (link: string | undefined) => {
    const found = await findDecision(inbox, link ?? '');
    return found && decide(inbox, found);
  };
  const dispose = () => inbox[Symbol.asyncDispose]();
  return {
    ...{ inbox, channelId, ann, contactId, contactOf, id, links, open, press },
    [Symbol.asyncDispose]: dispose,
  };
}

async function askedOf(inbox: TestInbox, contactId: string, messageId: string) {
  const contact = await inbox.store.read
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', contactId)
    .executeTakeFirstOrThrow();
  const { review } = await getReview(inbox, inbox.agent, messageId);
  return [contact, messageId, review] as const;
}
