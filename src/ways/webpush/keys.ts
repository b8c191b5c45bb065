/** The key pair by which push services know this inbox (VAPID, RFC 8292). It is never changed. */
import { createECDH } from 'node:crypto';
import type { Caller } from '../../core/access/callers.ts';
import { mustBeHuman } from '../../core/access/permissions.ts';
import { changeByItself } from '../../core/change.ts';
import type { Inbox } from '../../core/inbox.ts';
import { toTimestamp } from '../../core/time.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { PushKey } from './schema.ts';
import { mustHavePushSubject } from './subject.ts';

export type PushKeys = Pick<Row<'push_keys'>, 'publicKey' | 'privateKey'>;

/** The public key with which a browser subscribes. */
export async function getPushKey(inbox: Inbox, caller: Caller): Promise<PushKey> {
  mustBeHuman(caller);
  await mustHavePushSubject({ read: inbox.store.read, ways: inbox.ways });
  return { key: (await pushKeys(inbox)).publicKey };
}

/** Made when it is first needed. */
export async function pushKeys(inbox: Inbox): Promise<PushKeys> {
  return (
    (await pushKeyRow(inbox.store.read)) ??
    changeByItself(inbox, async ({ tx }) => {
      const there = await pushKeyRow(tx);
      if (there) return there;
      const pair = createECDH('prime256v1');
      const publicKey = pair.generateKeys('base64url');
      // The number may begin with zeros, which node leaves out.
      const privateKey = pair.getPrivateKey('hex').padStart(64, '0');
      const row = {
        publicKey,
        privateKey: Buffer.from(privateKey, 'hex').toString('base64url'),
        createdAt: toTimestamp(inbox.now()),
      };
      await tx.insertInto('push_keys').values(row).execute();
      return row;
    })
  );
}

const pushKeyRow = (db: Tx): Promise<Row<'push_keys'> | undefined> =>
  db.selectFrom('push_keys').selectAll().orderBy('createdAt').limit(1).executeTakeFirst();
