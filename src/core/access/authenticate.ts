import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { changeByItself } from '../change.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { type Agent, type Caller, type Human, IN_PROCESS, type Visit } from './callers.ts';
import { channelsOfKey, keyByHash, setKeyUsed } from './keys-table.ts';
import type { KnownKey } from './known-keys.ts';
import { hashSecret } from './secrets.ts';
import { setTokenUsed, tokenByHash } from './tokens-table.ts';
import { humanBy } from './users.ts';

const LAST_USED_EVERY_MS = 60_000;

/**
 * Identifies who presents a secret, `hp_…` or `hu_…`; null for one that is unknown, revoked or
 * expired.
 */
export async function authenticate(
  inbox: Inbox,
  secret: string,
  visit: Visit = IN_PROCESS,
  hash = hashSecret(secret),
): Promise<Caller | null> {
  if (secret.startsWith('hp_')) return agentOf(inbox, hash, visit);
  if (secret.startsWith('hu_')) return humanOf(inbox, hash, visit);
  return null;
}

async function agentOf(inbox: Inbox, hash: string, visit: Visit): Promise<Agent | null> {
  const key = await findKey(inbox, hash);
  const caller = toAgent(inbox, key, visit);
  if (key && caller) noteUse(inbox, key.row, (change, at) => setKeyUsed(change, key.row.id, at));
  return caller;
}

/** Returns the current key, even if revoked or expired; undefined for none. */
async function findKey({ knownKeys, store }: Inbox, hash: string): Promise<KnownKey | undefined> {
  const known = knownKeys.byHash.get(hash);
  if (known) return known;
  const { forgotten } = knownKeys;
  const found = await readKey(store.read, hash);
  // A key read before a revocation must not be cached after it.
  if (found && forgotten === knownKeys.forgotten) knownKeys.byHash.set(hash, found);
  return found;
}

/** Reads a key past the cache. */
async function readKey(db: Tx, hash: string): Promise<KnownKey | undefined> {
  const row = await keyByHash(db, hash);
  return row && { row, channels: row.allChannels ? 'all' : await channelsOfKey(db, row.id) };
}

function toAgent(inbox: Inbox, key: KnownKey | undefined, visit: Visit): Agent | null {
  if (!key || key.row.revokedAt || isOver(inbox, key.row)) return null;
  const { id, name, hash } = key.row;
  return {
    kind: 'agent',
    keyId: id,
    keyName: name,
    channels: key.channels,
    origin: { ...visit, credential: id },
    standing: { id, find: async (db) => toAgent(inbox, await readKey(db, hash), visit) },
  };
}

async function humanOf(inbox: Inbox, hash: string, visit: Visit): Promise<Human | null> {
  const token = await tokenByHash(inbox.store.read, hash);
  if (token && !isOver(inbox, token)) {
    noteUse(inbox, token, (change, at) => setTokenUsed(change, token.id, at, visit));
  }
  return toHuman(inbox, inbox.store.read, token, visit);
}

async function toHuman(
  inbox: Inbox,
  db: Tx,
  token: Row<'tokens'> | undefined,
  visit: Visit,
): Promise<Human | null> {
  if (!token || isOver(inbox, token)) return null;
  const { id, userId, hash, isLocal } = token;
  return humanBy(db, {
    userId,
    origin: { ...visit, credential: id, isLocal: isLocal === 1 },
    standing: {
      id,
      find: async (tx) => toHuman(inbox, tx, await tokenByHash(tx, hash), visit),
    },
  });
}

const isOver = (inbox: Inbox, { expiresAt }: { expiresAt: string | null }) =>
  expiresAt !== null && Date.parse(expiresAt) <= inbox.now();

/** At most once a minute. Best effort: not awaited, and a failure is only logged. */
function noteUse(
  inbox: Inbox,
  row: { id: string; lastUsedAt: string | null },
  set: (change: Change, at: string) => Promise<unknown>,
) {
  const { id, lastUsedAt } = row;
  const now = inbox.now();
  if (lastUsedAt && now - Date.parse(lastUsedAt) < LAST_USED_EVERY_MS) return;
  const at = toTimestamp(now);
  row.lastUsedAt = at;
  changeByItself(inbox, (change) => set(change, at)).catch((err) =>
    inbox.log.warn({ err, id }, 'lastUsedAt could not be saved'),
  );
}
