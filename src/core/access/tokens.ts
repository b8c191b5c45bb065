import { change } from '../change.ts';
import { InboxError, invalidField, notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Caller } from './callers.ts';
import { mustBeHuman, mustBeOwner } from './permissions.ts';
import type { CreateToken, NewToken, Token } from './schema.ts';
import { newSecret } from './secrets.ts';
import {
  deleteToken,
  insertToken,
  listTokenRows,
  toToken,
  userByEmail,
  userById,
} from './table.ts';

/** Makes a personal token for the caller, or, for an owner who names one, for another user. */
export async function createToken(
  inbox: Inbox,
  caller: Caller,
  input: CreateToken,
): Promise<NewToken> {
  mustBeHuman(caller);
  if (input.email !== undefined) mustBeOwner(caller);
  const { secret, hash, prefix } = newSecret('hu_');
  return change(inbox, async (tx, emit) => {
    const { email } = input;
    const user = await (email === undefined ? userById(tx, caller.userId) : userByEmail(tx, email));
    if (!user || user.disabled) throw email === undefined ? accessEnded() : noSuchUser();
    const row = {
      id: inbox.newId(),
      userId: user.id,
      name: input.name,
      prefix,
      hash,
      createdAt: toTimestamp(inbox.now()),
      lastUsedAt: null,
    };
    await insertToken(tx, row);
    emit('access:changed', { userId: user.id });
    return { ...toToken(row), token: secret };
  });
}

export async function listTokens(inbox: Inbox, caller: Caller): Promise<Token[]> {
  mustBeHuman(caller);
  return listTokenRows(inbox.store.read, caller.userId);
}

export async function removeToken(inbox: Inbox, caller: Caller, id: string) {
  mustBeHuman(caller);
  return change(inbox, async (tx, emit) => {
    const gone = await deleteToken(tx, caller.userId, id);
    if (gone.length === 0) throw notFound('Token');
    emit('access:changed', { userId: caller.userId });
    return { deleted: true as const };
  });
}

/** The caller's access ended after the request was let in. */
const accessEnded = () => new InboxError('unauthenticated', 'Invalid API key');

const noSuchUser = () => invalidField(['email'], 'There is no user with this e-mail address');
