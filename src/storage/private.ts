/** Files and directories that nobody but their owner can open, from their first moment on. */
import { closeSync, constants, mkdirSync, openSync } from 'node:fs';

export const PRIVATE_FILE = 0o600;
export const PRIVATE_DIRECTORY = 0o700;

/** Makes a directory where it is missing; whether it was. */
export const makePrivateDirectory = (path: string): boolean =>
  mkdirSync(path, { recursive: true, mode: PRIVATE_DIRECTORY }) !== undefined;

/**
 * Makes an empty file where none is. SQLite would make it with mode 0644, and gives the log beside
 * a database the mode of the database.
 */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, constants.O_RDONLY | constants.O_CREAT, PRIVATE_FILE));
}
