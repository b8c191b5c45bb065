import { change } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import type { Caller } from './callers.ts';
import { hashSecret } from './secrets.ts';
import { channelsOfKey, keyByHash, setLastUsed, tokenByHash } from './table.ts';
import { humanById } from './users.ts';

const LAST_USED_EVERY_MS = 60_000;

/** Who presents a secret, `hp_…` or `hu_…`; null for one that is unknown, revoked or expired. */
export async function authenticate(inbox: Inbox, secret: string): Promise<Caller | null> {
  if (secret.startsWith('hp_')) return agentOf(inbox, hashSecret(secret));
  if (secret.startsWith('hu_')) return humanOf(inbox, hashSecret(secret));
  return null;
}

async function agentOf(inbox: Inbox, hash: string): Promise<Caller | null> {
  const { read } = inbox.store;
  const key = await keyByHash(read, hash);
  const expired = key?.expiresAt && Date.parse(key.expiresAt) <= inbox.now();
  if (!key || key.revokedAt || expired) return null;
  noteUse(inbox, 'keys', key);
  const channels = key.allChannels ? 'all' : await channelsOfKey(read, key.id);
  return { kind: 'agent', keyId: key.id, channels };
}

async function humanOf(inbox: Inbox, hash: string): Promise<Caller | null> {
  const token = await tokenByHash(inbox.store.read, hash);
  if (!token) return null;
  noteUse(inbox, 'tokens', token);
  return humanById(inbox, token.userId);
}

/** At most once a minute, and not worth waiting for or failing over. */
function noteUse(
  inbox: Inbox,
  table: 'keys' | 'tokens',
  { id, lastUsedAt }: { id: string; lastUsedAt: string | null },
) {
  const now = inbox.now();
  if (lastUsedAt && now - Date.parse(lastUsedAt) < LAST_USED_EVERY_MS) return;
  change(inbox, (tx) => setLastUsed(tx, table, id, toTimestamp(now))).catch((err) =>
    inbox.log.warn({ err, id }, 'lastUsedAt could not be noted'),
  );
}
