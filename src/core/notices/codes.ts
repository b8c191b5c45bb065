/** Codes of six digits prove that a user reads what is sent to an address. */
import { randomInt } from 'node:crypto';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { changeByItself } from '../change.ts';
import { invalidField } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { putCode, testsSince, tryCodes } from './codes-table.ts';

const LIFETIME_MS = 15 * 60_000;
const MOST_TRIES = 5;
const DIGITS = 6;

/** A reader of the database should need longer to find a code than it is valid. */
const HARD = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const;

/** Within a change: draws the code that a test brings, of which only the hash is stored. */
export async function drawCode(tx: Tx, noticeId: string): Promise<string> {
  const code = `${randomInt(10 ** DIGITS)}`.padStart(DIGITS, '0');
  await putCode(tx, { noticeId, hash: await Bun.password.hash(code, HARD), tries: 0 });
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
