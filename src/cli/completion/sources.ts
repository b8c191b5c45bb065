/** Candidates that the inbox provides. */
import { type Client, ok } from '../../client/client.ts';
import { readPendingPage } from '../../client/pending.ts';
import type { Message } from '../../core/messages/schema.ts';
import { titleOf } from '../../core/messages/title.ts';
import { wordsOf } from '../../core/reviews/kinds/words.ts';
import { findMessage, shortId } from '../ids.ts';
import { onOneLine } from '../output.ts';
import type { Candidate, Source } from './candidates.ts';

/** `given` are the preceding arguments, such as the question whose options are wanted. */
type Reader = (client: Client, given: string[]) => Promise<Candidate[]>;

/** How many are offered from an unlimited list. */
const RECENT = 50;

const channel: Reader = async (client) =>
  named((await ok(client.agents.get())).map((one) => ({ ...one, about: one.description ?? '' })));

const key: Reader = async (client) => {
  const keys = (await ok(client.keys.get())).filter(({ revokedAt }) => revokedAt === null);
  return named(keys.map((one) => ({ ...one, about: `${one.prefix}…` })));
};

const token: Reader = async (client) => {
  const tokens = await ok(client.tokens.get({ query: { all: 'false' } }));
  return named(tokens.map((one) => ({ ...one, about: '' })));
};

const email: Reader = async (client) => {
  const users = await ok(client.users.get());
  return users.flatMap((one) => (one.email ? [{ value: one.email, about: one.name }] : []));
};

const user: Reader = async (client) =>
  (await ok(client.users.get())).map((one) =>
    one.email ? { value: one.email, about: one.name } : ofId(one.id, one.name),
  );

const contact: Reader = async (client) =>
  named((await ok(client.contacts.get())).map((one) => ({ ...one, about: one.kind })));

const pending: Reader = async (client) => (await readPendingPage(client)).messages.map(ofMessage);

const message: Reader = async (client) => {
  const recent = ok(client.messages.get({ query: { limit: RECENT } }));
  return unique([...(await pending(client, [])), ...(await recent).data.map(ofMessage)]);
};

const file: Reader = async (client) => {
  const files = await ok(client.files.get({ query: { limit: RECENT } }));
  return files.map(({ id, filename }) => ofId(id, filename));
};

const delivery: Reader = async (client) =>
  (await deliveries(client)).map(({ id, title, event, status }) =>
    ofId(id, `${status}: ${title ?? event}`),
  );

const delivered: Reader = async (client) =>
  unique(
    (await deliveries(client)).flatMap(({ messageId, title, event }) =>
      messageId === null ? [] : [ofId(messageId, title ?? event)],
    ),
  );

const actor: Reader = async (client) =>
  (await Promise.all([user(client, []), key(client, [])])).flat();

const subject: Reader = async (client) =>
  (await Promise.all([actor(client, []), channel(client, []), pending(client, [])])).flat();

/** The options of the named question. */
const option: Reader = async (client, [id = '']) => {
  const { review } = await findMessage(client, id);
  const choices = review && wordsOf(review.type).choices?.(review.payload);
  return (choices ?? []).map(({ id: value, label }) => plain(value, label));
};

const field: Reader = async (client, [id = '']) => {
  const { review } = await findMessage(client, id);
  const fields = review && wordsOf(review.type).fields?.(review.payload);
  return (fields ?? []).map(({ name, label }) => ({
    value: `${name}=`,
    isOpen: true,
    about: label === name ? '' : label,
  }));
};

export const sources: Record<Exclude<Source, 'profile' | 'action' | 'zone' | 'setting'>, Reader> = {
  channel,
  contact,
  key,
  token,
  email,
  user,
  pending,
  message,
  file,
  delivery,
  delivered,
  actor,
  subject,
  option,
  field,
};

const deliveries = (client: Client) => ok(client.deliveries.get({ query: { limit: RECENT } }));

const plain = (value: string, about: string): Candidate => ({
  value,
  about: about === value ? '' : about,
});

/** Offers names, or the end of the id if a name is not unique or cannot be typed. */
function named(all: { id: string; name: string; about: string }[]): Candidate[] {
  return all.map(({ id, name, about }) => {
    const isOnly = all.filter((one) => one.name === name).length === 1;
    return isOnly && isTypeable(name) ? { value: name, about } : ofId(id, name);
  });
}

export const isTypeable = (name: string) => name === onOneLine(name) && !/^-|^$/.test(name);

const ofMessage = (one: Pick<Message, 'id' | 'text' | 'review'>) => ofId(one.id, titleOf(one));

const ofId = (id: string, about: string): Candidate => ({ value: shortId(id), about, whole: id });

const unique = (all: Candidate[]): Candidate[] => [
  ...new Map(all.map((one) => [one.whole, one])).values(),
];
