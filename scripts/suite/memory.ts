/** Keeps one process of a test run from taking all memory. */
import { readdirSync, readFileSync } from 'node:fs';

const LOOK_MS = 500;
/** The largest, a browser's or a worker's with many files, take a quarter of it. */
const LIMIT_MIB = 4096;

/** Kills a process, or one that it started itself or by others, once it has too much memory. */
export function limitMemory(pid: number, mostMib = LIMIT_MIB) {
  const look = () => {
    for (const one of withDescendants(pid)) limit(one, mostMib);
  };
  const timer = setInterval(look, LOOK_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function limit(pid: number, mostMib: number): void {
  const size = residentOf(pid);
  if (size < mostMib) return;
  const command = read(pid, 'cmdline').replaceAll('\0', ' ');
  console.error(`Killed, as it had ${Math.round(size)} MiB of memory: ${command}`);
  process.kill(pid, 'SIGKILL');
}

/** In MiB; 0 once it has ended, and without /proc. */
export function residentOf(pid: number): number {
  const [, kilobytes = 0] = /^VmRSS:\s+(\d+)/m.exec(read(pid, 'status')) ?? [];
  return Number(kilobytes) / 1024;
}

function withDescendants(pid: number): number[] {
  const children = Map.groupBy(processes(), parentOf);
  const found = [pid];
  for (const one of found) found.push(...(children.get(one) ?? []));
  return found;
}

function processes(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

const parentOf = (pid: number) => Number(/^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1]);

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
