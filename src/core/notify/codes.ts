/** Codes of six digits prove that a user reads what is sent to an address. */
import { randomInt } from 'node:crypto';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { changeByItself } from '../change.ts';
import { invalidField } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { putCode, testsAmong, testsSince, tryCodes } from './codes-table.ts';

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

/** Within the change that claims a test: stores the hash of the code that it brings. */
export async function keepCode(tx: Tx, noticeId: string, { code, hash }: Drawn): Promise<string> {
  await putCode(tx, { noticeId, hash, tries: 0 });
  return code;
}

/**
 * A try counts even if the change that it is for is refused.
 * @throws InboxError `invalid` for a code that was not sent there within its lifetime, or was tried too often
 */
export async function mustBeCode(inbox: Inbox, contactId: string, code: string): Promise<void> {
  const tried = await changeByItself(inbox, async (tx) => {
    const sent = await testsSince(tx, contactId, oldest(inbox));
    return sent.length === 0
      ? []
      : tryCodes(
          tx,
          sent.map(({ id }) => id),
          MOST_TRIES,
        );
  });
  for (const { hash } of tried) if (await Bun.password.verify(code, hash)) return;
  throw invalidField(['code'], 'This code is wrong or has expired. Send a test to get another one');
}

/** Whether a notice is a test whose code is valid. */
export const isRecentTest = (
  inbox: Inbox,
  { what, createdAt }: Pick<Row<'notices'>, 'what' | 'createdAt'>,
): boolean => what === 'tests' && createdAt > oldest(inbox);

const oldest = ({ now }: Inbox) => toTimestamp(now() - LIFETIME_MS);
