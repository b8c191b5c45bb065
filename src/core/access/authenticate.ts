import type { Tx } from '../../storage/store.ts';
import { change } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { type Caller, IN_PROCESS, type Visit } from './callers.ts';
import { setKeyUsed } from './keys-table.ts';
import { findKey } from './known-keys.ts';
import { hashSecret } from './secrets.ts';
import { setTokenUsed, tokenByHash } from './tokens-table.ts';
import { humanById } from './users.ts';

const LAST_USED_EVERY_MS = 60_000;

/**
 * Identifies who presents a secret, `hp_…` or `hu_…`; null for one that is unknown, revoked or
 * expired.
 */
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
  if (row.revokedAt || isOver(inbox, row)) return null;
  noteUse(inbox, row, (tx, at) => setKeyUsed(tx, row.id, at));
  const origin = { ...visit, credential: row.id };
  return { kind: 'agent', keyId: row.id, keyName: row.name, channels, origin };
}

async function humanOf(inbox: Inbox, hash: string, visit: Visit): Promise<Caller | null> {
  const token = await tokenByHash(inbox.store.read, hash);
  if (!token || isOver(inbox, token)) return null;
  const origin = { ...visit, credential: token.id, isLocal: token.isLocal === 1 };
  noteUse(inbox, token, (tx, at) => setTokenUsed(tx, token.id, at, visit));
  return humanById(inbox, token.userId, origin);
}

const isOver = (inbox: Inbox, { expiresAt }: { expiresAt: string | null }) =>
  expiresAt !== null && Date.parse(expiresAt) <= inbox.now();

/** At most once a minute. Best effort: not awaited, and a failure is only logged. */
function noteUse(
  inbox: Inbox,
  row: { id: string; lastUsedAt: string | null },
  set: (tx: Tx, at: string) => Promise<unknown>,
) {
  const { id, lastUsedAt } = row;
  const now = inbox.now();
  if (lastUsedAt && now - Date.parse(lastUsedAt) < LAST_USED_EVERY_MS) return;
  const at = toTimestamp(now);
  row.lastUsedAt = at;
  change(inbox, (tx) => set(tx, at)).catch((err) =>
    inbox.log.warn({ err, id }, 'lastUsedAt could not be saved'),
  );
}
