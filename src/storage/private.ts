/** Creates files and directories that only their owner can open, from the start. */
import { closeSync, constants, mkdirSync, openSync } from 'node:fs';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_DIRECTORY = 0o700;

/** Creates a directory if it is missing; returns whether it did. */
export const makePrivateDirectory = (path: string): boolean =>
  mkdirSync(path, { recursive: true, mode: PRIVATE_DIRECTORY }) !== undefined;

/**
 * Creates an empty file if there is none. SQLite would create it with mode 0644, and copies the
 * mode of a database to its log.
 */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, constants.O_RDONLY | constants.O_CREAT, PRIVATE_FILE));
}
