/** Resolves the filters of the audit log: an id, part of one, or a unique name. */

import { type Client, ok } from '../client/client.ts';
import { shownPeople } from '../core/access/people.ts';
import { InboxError } from '../core/errors.ts';
import { UsageError } from './errors.ts';
import { hasPart, isWholeId, messageId, oneOf } from './ids.ts';

type Known = { id: string; kind: string; names: (string | null)[]; shown?: string | undefined };

/** The user or key of `--actor`. */
export async function actorId(client: Client, typed: string): Promise<string> {
  if (isWholeId(typed)) return typed.toUpperCase();
  const id = idAmong(await actors(client), typed);
  if (id !== undefined) return id;
  const lists = '`inbox user list` and `inbox key list`';
  throw new UsageError(`--actor: User or key “${typed}” not found. List them with ${lists}`);
}

/** The id that `--subject` names. */
export async function subjectId(client: Client, typed: string): Promise<string> {
  if (isWholeId(typed)) return typed.toUpperCase();
  const known = [...(await actors(client)), ...(await things(client))];
  return idAmong(known, typed) ?? messageId(client, typed).catch((error) => notFound(error, typed));
}

function notFound(error: unknown, typed: string): never {
  if (!(error instanceof InboxError) || error.code !== 'not_found') throw error;
  throw new UsageError(`--subject: Nothing has the id or name “${typed}”`);
}

async function actors(client: Client): Promise<Known[]> {
  const [users, keys] = await Promise.all([ok(client.users.get()), ok(client.keys.get())]);
  const shown = shownPeople(users);
  return [
    ...users.map(({ id, name, email }) => ({
      id,
      kind: 'user',
      names: [name, email],
      shown: shown.get(id),
    })),
    ...keys.map(({ id, name }) => ({ id, kind: 'key', names: [name] })),
  ];
}

async function things(client: Client): Promise<Known[]> {
  const [channels, tokens] = await Promise.all([
    ok(client.agents.get()),
    ok(client.tokens.get({ query: { all: 'true' } })),
  ]);
  return [
    ...channels.map(({ id, name }) => ({ id, kind: 'channel', names: [name] })),
    ...tokens.map(({ id, name }) => ({ id, kind: 'token', names: [name] })),
  ];
}

function idAmong(all: Known[], typed: string): string | undefined {
  const isMatch = ({ id, names }: Known) => names.includes(typed) || hasPart(id, typed);
  const words = ({ kind, names, shown = `${names[0]}` }: Known) => `${kind} ${shown}`;
  const name = ({ names }: Known) => names.find((one) => one === typed) ?? null;
  if (!all.some(isMatch)) return undefined;
  return oneOf({ kind: 'id or name', list: 'inbox audit', words, name }, all, typed).id;
}
