/** The keys of connected agents at their servers. */
import { ok } from '../client/client.ts';
import type { Machine } from '../core/enrolments/schema.ts';
import { InboxError } from '../core/errors.ts';
import { type ConnectedKey, readConnected, writeConnected } from './connected.ts';
import { withAddress } from './connection.ts';
import { terminalClient } from './terminal-client.ts';

type Key = Pick<ConnectedKey, 'url' | 'key'>;

/** Returns what the inbox knows of the machine that has a key; null once the key has ended. */
export async function machineOf({ url, key }: Key): Promise<Machine | null> {
  try {
    const [machine] = await ok(terminalClient(url, { apiKey: key }).enrolments.get());
    return machine ?? null;
  } catch (error) {
    if (error instanceof InboxError && error.code === 'unauthenticated') return null;
    throw withAddress(error, url);
  }
}

/** Ends the keys that a client no longer needs; returns why for each that can't be ended now. */
export async function endKeys(client: string): Promise<string[]> {
  const faults: string[] = [];
  for (const ending of readConnected().toEnd) {
    if (ending.client !== client) continue;
    try {
      await endKey(ending);
      const record = readConnected();
      const toEnd = record.toEnd.filter(({ key }) => key !== ending.key);
      writeConnected({ ...record, toEnd });
    } catch (error) {
      faults.push((error as Error).message);
    }
  }
  return faults;
}

/** A key can end itself. */
export async function endKey({ url, key }: Key): Promise<void> {
  const machine = await machineOf({ url, key });
  if (machine === null) return;
  try {
    await ok(terminalClient(url, { apiKey: key }).keys({ id: machine.keyId }).delete());
  } catch (error) {
    throw withAddress(error, url);
  }
}
