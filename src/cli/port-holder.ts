/** Who listens on a port of this machine, as far as one can tell. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { healthAt } from './doctor/network.ts';

/** Such as: an inbox (process 4711); null where nothing can be said. */
export async function holderOfPort(url: string, port: number): Promise<string | null> {
  const pid = pidOf(port);
  const program = (await healthAt(url))?.version ? 'an inbox' : nameOf(pid);
  if (program === null) return null;
  return pid === null ? program : `${program} (process ${pid})`;
}

/** In the tables of the kernel; null on other systems, and of processes of other users. */
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
