import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { $ } from 'bun';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 6 * 1024 ** 3;

/**
 * Returns a new directory for the files of a test run, in memory if there is enough: a disk slows
 * the tests, and tests of a failing disk plant its failures themselves.
 */
export async function scratchDirectory(): Promise<string> {
  if (!(await hasRoom(MEMORY))) return madeIn(tmpdir());
  const directory = await madeIn(MEMORY);
  if (await runsPrograms(directory)) return directory;
  await rm(directory, { recursive: true });
  return madeIn(tmpdir());
}

async function madeIn(parent: string): Promise<string> {
  const directory = await mkdtemp(join(parent, 'inbox-test-'));
  // Some tests run a program in it as another user.
  await chmod(directory, 0o711);
  return directory;
}

async function hasRoom(path: string): Promise<boolean> {
  const room = await statfs(path).catch(() => null);
  return Math.min(room ? room.bavail * room.bsize : 0, freemem()) >= ENOUGH_BYTES;
}

/** A container's memory is often mounted without the permission to run files in it. */
async function runsPrograms(directory: string): Promise<boolean> {
  const program = join(directory, 'program');
  await writeFile(program, '#!/bin/sh\n');
  await chmod(program, 0o700);
  return (await $`${program}`.quiet().nothrow()).exitCode === 0;
}
