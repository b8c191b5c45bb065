/** The key pair by which push services know this inbox (VAPID, RFC 8292). It is never changed. */
import { createECDH } from 'node:crypto';
import type { Caller } from '../../core/access/callers.ts';
import { mustBeHuman } from '../../core/access/permissions.ts';
import { changeByItself } from '../../core/change.ts';
import type { Change, Inbox } from '../../core/inbox.ts';
import {
  isClearPushKey,
  PUSH_KEY,
  readPushKey,
  unreadablePushKeys,
} from '../../core/settings/effective.ts';
import type { Unreadable } from '../../core/settings/secrets.ts';
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

/**
 * Returns the pair, which is made when it is first needed. One whose private key can't be read stays, as its key may
 * come back: the browsers that are subscribed with it subscribe with the new pair when they next open the inbox.
 */
export async function pushKeys(inbox: Inbox): Promise<PushKeys> {
  return (
    (await readable(inbox, inbox.store.read)) ??
    changeByItself(inbox, async ({ tx }) => {
      const there = await readable(inbox, tx);
      if (there) return there;
      const pair = createECDH('prime256v1');
      const publicKey = pair.generateKeys('base64url');
      // The number may begin with zeros, which node leaves out.
      const number = pair.getPrivateKey('hex').padStart(64, '0');
      const privateKey = Buffer.from(number, 'hex').toString('base64url');
      const sealed = inbox.secrets.seal(PUSH_KEY, privateKey);
      const createdAt = toTimestamp(inbox.now());
      await tx
        .insertInto('push_keys')
        .values({ publicKey, privateKey: sealed, createdAt })
        .execute();
      return { publicKey, privateKey };
    })
  );
}

/** Returns the newest pair whose private key can be read. */
async function readable({ secrets }: Inbox, db: Tx): Promise<PushKeys | null> {
  for (const { publicKey, privateKey } of await pairs(db)) {
    const opened = readPushKey(privateKey, secrets.unseal);
    if ('text' in opened) return { publicKey, privateKey: opened.text };
  }
  return null;
}

/** Returns why no private key that is stored can be read; null if one can, or without any. */
export async function whyPushKeysUnreadable({ store, secrets }: Inbox): Promise<Unreadable | null> {
  const stored = (await pairs(store.read)).map(({ privateKey }) => privateKey);
  return unreadablePushKeys(stored, secrets.unseal);
}

/** At a start: seals a private key of an earlier version. Returns whether there was one. */
export async function sealPushKeys(inbox: Inbox): Promise<boolean> {
  const clear = (await pairs(inbox.store.read)).filter(({ privateKey }) =>
    isClearPushKey(privateKey),
  );
  if (clear.length === 0) return false;
  const sealAll = async ({ tx }: Change) => {
    for (const { publicKey, privateKey } of clear) {
      const sealed = inbox.secrets.seal(PUSH_KEY, privateKey);
      await tx
        .updateTable('push_keys')
        .set({ privateKey: sealed })
        .where('publicKey', '=', publicKey)
        .execute();
    }
  };
  await inbox.store.erasing(() => changeByItself(inbox, sealAll));
  return true;
}

const pairs = (db: Tx): Promise<Row<'push_keys'>[]> =>
  db.selectFrom('push_keys').selectAll().orderBy('createdAt', 'desc').execute();
