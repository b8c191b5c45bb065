import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { $ } from 'bun';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 6 * 1024 ** 3;

/**
 * A new directory for what a test run leaves, in memory where that is large: a disk makes the tests
 * wait, and those that are about a disk that fails plant its failures themselves.
 */
export async function scratchDirectory(): Promise<string> {
  if (!(await hasRoom(MEMORY))) return mkdtemp(join(tmpdir(), 'inbox-test-'));
  const directory = await mkdtemp(join(MEMORY, 'inbox-test-'));
  if (await runsPrograms(directory)) return directory;
  await rm(directory, { recursive: true });
  return mkdtemp(join(tmpdir(), 'inbox-test-'));
}

async function hasRoom(path: string): Promise<boolean> {
  const room = await statfs(path).catch(() => null);
  return Math.min(room ? room.bavail * room.bsize : 0, freemem()) >= ENOUGH_BYTES;
}

/** A container's memory is often mounted without the right to run what lies in it. */
async function runsPrograms(directory: string): Promise<boolean> {
  const program = join(directory, 'program');
  await writeFile(program, '#!/bin/sh\n');
  await chmod(program, 0o700);
  return (await $`${program}`.quiet().nothrow()).exitCode === 0;
}
