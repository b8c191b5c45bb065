/** Finds out who listens on a local port, if possible. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { healthAt } from './doctor/network.ts';

/** Returns for example: an inbox (process 4711); null if unknown. */
export async function holderOfPort(url: string, port: number): Promise<string | null> {
  const pid = pidOf(port);
  const program = (await healthAt(url))?.version ? 'an inbox' : nameOf(pid);
  if (program === null) return null;
  return pid === null ? program : `${program} (process ${pid})`;
}

/** Looks in the kernel's tables; null on other systems and for other users' processes. */
function pidOf(port: number): string | null {
  const inode = ['/proc/net/tcp', '/proc/net/tcp6']
    .map((table) => inodeIn(table, port))
    .find(Boolean);
  if (!inode) return null;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.find((pid) => holds(pid, `socket:[${inode}]`)) ?? null;
}

const LISTENS = '0A';

function inodeIn(table: string, port: number): string | null {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  for (const line of textOf(table).split('\n').slice(1)) {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
    if (state === LISTENS && local.endsWith(`:${wanted}`)) return inode ?? null;
  }
  return null;
}

function holds(pid: string, socket: string): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((fd) => linkOf(`${folder}/${fd}`) === socket);
  } catch {
    return false;
  }
}

const nameOf = (pid: string | null) =>
  pid === null ? null : textOf(`/proc/${pid}/comm`).trim() || null;

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
