import { z } from 'zod';
import type { Row } from '../../storage/tables.ts';
import { changeBy } from '../change.ts';
import { InboxError, notFound } from '../errors.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Caller } from './callers.ts';
import { storeKey, subjectOf, toCome } from './keys.ts';
import { endKeyBy, keyById, setRotated, toKey } from './keys-table.ts';
import { mustBeOwner } from './permissions.ts';
import type { NewKey } from './schema.ts';

export const RotateKey = z
  .object({
    oldExpiresAt: z.iso
      .datetime({ offset: true })
      .nullish()
      .describe(
        'When the old key expires. Defaults to 24 hours from now; null keeps its current expiry',
      ),
  })
  .meta({ id: 'RotateKey' });
export type RotateKey = z.infer<typeof RotateKey>;

/** As long as a rotated webhook secret keeps signing. */
const BOTH_VALID_MS = 24 * 60 * 60 * 1000;

/** Creates a key with the name, channels and lifetime of another, which stays valid for a while. */
export async function rotateKey(
  inbox: Inbox,
  caller: Caller,
  id: string,
  { oldExpiresAt }: RotateKey,
): Promise<NewKey> {
  mustBeOwner(caller);
  const inADay = toTimestamp(inbox.now() + BOTH_VALID_MS);
  const ends = oldExpiresAt === undefined ? inADay : toCome(inbox, oldExpiresAt, 'oldExpiresAt');
  return changeBy(inbox, caller, async (change) => {
    const { tx, emit, caller } = change;
    const row = await keyById(tx, id);
    if (!row) throw notFound('Key');
    if (row.revokedAt !== null) throw isRevoked();
    if (ends) await endKeyBy(change, id, ends);
    emit('access:changed', { keyId: id }, { by: caller });
    const { channels } = await toKey(tx, row);
    const expiresAt = endOfNext(row, inbox.now());
    const made = await storeKey(change, { name: row.name, channels, expiresAt });
    await setRotated(change, id, made.id);
    emit('key:rotated', { keyId: id, newKeyId: made.id });
    emit('audited', {
      by: caller,
      action: 'key.rotated',
      subject: subjectOf(row),
      detail: { newKey: made.id, oldExpiresAt: (await keyById(tx, id))?.expiresAt ?? null },
    });
    return made;
  });
}

/** It lives as long as the old one was created for. */
const endOfNext = ({ createdAt, expiresAt }: Row<'keys'>, now: number) =>
  expiresAt && toTimestamp(now + Date.parse(expiresAt) - Date.parse(createdAt));

const isRevoked = () =>
  new InboxError('conflict', 'This key is revoked. Create a new one with `POST /keys`');
