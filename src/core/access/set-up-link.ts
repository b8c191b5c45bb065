/** The one-time link for the first owner. Only the hash of its token is stored. */
import { randomBytes } from 'node:crypto';
import { dropState, readState, writeState } from '../../storage/state.ts';
import { changeByItself } from '../change.ts';
import { InboxError } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { needsSetUp } from './local-owner.ts';
import { hashSecret } from './secrets.ts';

const NAME = 'setUpToken';
/** 128 bits: the link still fits a line of 80 columns. */
const BYTES = 16;

/**
 * Creates the token of a new link, which ends the previous one; null once an owner has a password,
 * or while the disk accepts no writes.
 */
export async function newSetUpToken(inbox: Inbox): Promise<string | null> {
  const token = (await needsSetUp(inbox)) ? randomBytes(BYTES).toString('hex') : null;
  try {
    await keepSetUpToken(inbox, token);
    return token;
  } catch (error) {
    if (error instanceof InboxError && error.code === 'unavailable') return null;
    throw error;
  }
}

/** Null removes it. */
export async function keepSetUpToken(inbox: Inbox, token: string | null): Promise<void> {
  if (token !== null)
    await changeByItself(inbox, ({ tx }) => writeState(tx, NAME, hashSecret(token)));
  else if ((await readState(inbox.store.read, NAME)) !== null)
    await changeByItself(inbox, ({ tx }) => dropState(tx, NAME));
}

export async function mustBeSetUpToken(inbox: Inbox, given: string | undefined): Promise<void> {
  const hash = await readState<string>(inbox.store.read, NAME);
  if (hash !== null && given !== undefined && hashSecret(given) === hash) return;
  throw new InboxError(
    'unauthenticated',
    'This setup link is invalid or already used. Restart the server to get a new one',
  );
}
