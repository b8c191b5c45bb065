import { change } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { type Caller, IN_PROCESS, type Visit } from './callers.ts';
import { findKey } from './known-keys.ts';
import { hashSecret } from './secrets.ts';
import { setLastUsed, tokenByHash } from './table.ts';
import { humanById } from './users.ts';

const LAST_USED_EVERY_MS = 60_000;

/** Who presents a secret, `hp_…` or `hu_…`; null for one that is unknown, revoked or expired. */
export async function authenticate(
  inbox: Inbox,
  secret: string,
  visit: Visit = IN_PROCESS,
): Promise<Caller | null> {
  if (secret.startsWith('hp_')) return agentOf(inbox, hashSecret(secret), visit);
  if (secret.startsWith('hu_')) return humanOf(inbox, hashSecret(secret), visit);
  return null;
}

async function agentOf(inbox: Inbox, hash: string, visit: Visit): Promise<Caller | null> {
  const key = await findKey(inbox, hash);
  if (!key) return null;
  const { row, channels } = key;
  const expired = row.expiresAt && Date.parse(row.expiresAt) <= inbox.now();
  if (row.revokedAt || expired) return null;
  noteUse(inbox, 'keys', row);
  const origin = { ...visit, credential: row.id };
  return { kind: 'agent', keyId: row.id, keyName: row.name, channels, origin };
}

async function humanOf(inbox: Inbox, hash: string, visit: Visit): Promise<Caller | null> {
  const token = await tokenByHash(inbox.store.read, hash);
  if (!token) return null;
  noteUse(inbox, 'tokens', token);
  return humanById(inbox, token.userId, { ...visit, credential: token.id });
}

/** At most once a minute, and not worth waiting for or failing over. */
function noteUse(
  inbox: Inbox,
  table: 'keys' | 'tokens',
  row: { id: string; lastUsedAt: string | null },
) {
  const { id, lastUsedAt } = row;
  const now = inbox.now();
  if (lastUsedAt && now - Date.parse(lastUsedAt) < LAST_USED_EVERY_MS) return;
  const at = toTimestamp(now);
  row.lastUsedAt = at;
  change(inbox, (tx) => setLastUsed(tx, table, id, at)).catch((err) =>
    inbox.log.warn({ err, id }, 'lastUsedAt could not be noted'),
  );
}
