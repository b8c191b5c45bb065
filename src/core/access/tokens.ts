import type { Tx } from '../../storage/store.ts';
import { nameOfSubject } from '../audit/record.ts';
import { changeByLogin } from '../change.ts';
import { invalidField, notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { type Caller, type Human, isLocal } from './callers.ts';
import { endRightsOf } from './credentials.ts';
import { accessEnded, mustBeHuman, mustBeOwner, mustHaveLoggedIn } from './permissions.ts';
import type { CreateToken, ListTokens, NewToken, Token } from './schema.ts';
import { newSecret } from './secrets.ts';
import { deleteToken, insertToken, listTokenRows, tokenName, toToken } from './tokens-table.ts';
import { userByEmail, userById } from './users-table.ts';

const LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;

/** Creates a personal token for the caller or, for an owner who names one, for another user. */
export async function createToken(
  inbox: Inbox,
  caller: Caller,
  input: CreateToken,
): Promise<NewToken> {
  mustBeHuman(caller);
  if (input.email !== undefined) mustBeOwner(caller);
  mustHaveLoggedIn(caller);
  const { secret, hash, prefix } = newSecret('hu_');
  const expiresAt = expiryOf(input, inbox.now());
  return changeByLogin(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const { email } = input;
    const user = await (email === undefined ? userById(tx, caller.userId) : userByEmail(tx, email));
    if (!user || user.disabled) throw email === undefined ? accessEnded(caller) : noSuchUser();
    const row = {
      id: inbox.newId(),
      userId: user.id,
      name: input.name,
      prefix,
      hash,
      createdAt: toTimestamp(inbox.now()),
      expiresAt,
      lastUsedAt: null,
      lastUsedVia: null,
      lastUsedAddress: null,
      ...originOf(caller),
    };
    await insertToken(change, row);
    const token = toToken(row);
    emit('audited', {
      by: caller,
      action: 'token.created',
      subject: subjectOf(token),
      detail: { user: { id: user.id, name: user.name }, prefix, expiresAt, madeBy: row.madeBy },
    });
    emit('access:changed', { userId: user.id }, { by: caller });
    return { ...token, token: secret };
  });
}

/** Lists the caller's tokens; for an owner also those of another user, or all. */
export async function listTokens(
  inbox: Inbox,
  caller: Caller,
  { user, all = 'false' }: Partial<ListTokens> = {},
): Promise<Token[]> {
  mustBeHuman(caller);
  const isOwn = all === 'false' && (user === undefined || user === caller.userId);
  if (!isOwn) mustBeOwner(caller);
  return listTokenRows(inbox.store.read, all === 'true' ? null : (user ?? caller.userId));
}

/** Returns the name of a token, even if revoked; null if unknown. */
export const nameOfToken = async (db: Tx, id: string): Promise<string | null> =>
  (await tokenName(db, id)) ?? (await nameOfSubject(db, 'token.created', id));

/** Revokes a token of the caller or, for an owner, of any user. */
export async function removeToken(inbox: Inbox, caller: Caller, id: string) {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  return changeByLogin(inbox, caller, async (change) => {
    const { emit, caller } = change;
    const [gone] = await deleteToken(change, id, caller.role === 'owner' ? null : caller.userId);
    if (!gone) throw notFound('Token');
    const { userId, prefix } = gone;
    emit('audited', {
      by: caller,
      action: 'token.revoked',
      subject: subjectOf(gone),
      detail: { user: { id: userId }, prefix },
    });
    endRightsOf(change, userId, 'token', id);
    emit('access:changed', { userId }, { by: caller });
    return { deleted: true as const };
  });
}

/** 90 days by default. */
function expiryOf({ expiresAt }: CreateToken, now: number): string | null {
  if (expiresAt === undefined) return toTimestamp(now + LIFETIME_MS);
  if (expiresAt === null || expiresAt === 'never') return null;
  if (Date.parse(expiresAt) > now) return toTimestamp(Date.parse(expiresAt));
  throw invalidField(['expiresAt'], 'Must be in the future');
}

/** A token created with a token that needed no login has the same rank. */
const originOf = (caller: Human) => ({
  madeBy: caller.origin.credential,
  makerId: caller.userId,
  makerName: caller.name,
  isLocal: Number(isLocal(caller)),
});

const subjectOf = ({ id, name }: { id: string; name: string }) =>
  ({ kind: 'token', id, name }) as const;

const noSuchUser = () => invalidField(['email'], 'No user has this e-mail address');
