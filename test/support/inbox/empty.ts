/** A data directory whose database has its tables already: to make them takes as long as all else at a start. */
import { readFileSync, writeFileSync } from 'node:fs';
import { openStore } from '../../../src/storage/database.ts';
import { databaseIn } from '../../../src/storage/directory.ts';
import { removeDirectory, temporaryDirectory } from '../machine/directory.ts';

let made: Promise<Uint8Array> | undefined;

/** The database of a first start, before it writes anything. */
export async function emptyDirectory(): Promise<string> {
  made ??= makeDatabase();
  const directory = temporaryDirectory();
  writeFileSync(databaseIn(directory), await made, { mode: 0o600 });
  return directory;
}

async function makeDatabase(): Promise<Uint8Array> {
  const directory = temporaryDirectory();
  const store = await openStore(databaseIn(directory));
  await store.close();
  const bytes = readFileSync(databaseIn(directory));
  removeDirectory(directory);
  return bytes;
}
