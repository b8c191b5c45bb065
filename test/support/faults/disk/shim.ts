/** Builds the layer between a server and its disk; on Linux, with a C compiler. */
import { closeSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { findTool } from '../../../../scripts/tools.ts';

const source = join(import.meta.dir, 'shim.c');
const compiler = findTool('cc');

/** Why this machine can't watch a disk; null where it can. */
export const noShim =
  process.platform !== 'linux'
    ? 'LD_PRELOAD is of Linux'
    : compiler === null
      ? 'there is no C compiler (cc, gcc or clang) with the headers of its library'
      : null;

/** Compiles the shim into a directory; its path. */
export function buildShim(directory: string): string {
  const shim = join(directory, 'shim.so');
  const command = [compiler ?? 'cc', '-shared', '-fPIC', '-O1', '-pthread', '-o', shim, source];
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(' ')}\n${stderr}`);
  return shim;
}

/** The environment of a watched server; `logged` is how long its log is now. */
export function watchDisk(shim: string, data: string, log: string) {
  return {
    env: { LD_PRELOAD: shim, DISK_DIR: data, DISK_LOG: log },
    logged: () => statSync(log).size,
  };
}

const kinds = { write: 1, sync: 2, full: 3 } as const;
export type FaultKind = keyof typeof kinds;
export const faultKinds = Object.keys(kinds) as FaultKind[];

/** Breaks a server's disk while it runs. */
export function breakDisk(shim: string, data: string, control: string) {
  const set = (...numbers: number[]) => {
    const bytes = Buffer.alloc(16);
    for (const [index, number] of numbers.entries()) bytes.writeInt32LE(number, index * 4);
    // In place: the server has the file mapped.
    const file = openSync(control, 'r+');
    writeSync(file, bytes, 0, bytes.length, 0);
    closeSync(file);
  };
  writeFileSync(control, Buffer.alloc(16));
  return {
    env: { LD_PRELOAD: shim, DISK_DIR: data, DISK_FAULT: control },
    /** Makes the n-th later call of that kind fail, and those after it up to `times`. */
    fail: (kind: FaultKind, n: number, times = 1) => set(kinds[kind], n, times, 0),
    heal: () => set(0, 0, 0, 0),
    /** How many calls have failed since `fail`. */
    failed: () => readFileSync(control).readInt32LE(12),
  };
}
