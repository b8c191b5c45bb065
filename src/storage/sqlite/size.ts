import { stat } from 'node:fs/promises';
import type { Size } from '../store.ts';

/** Returns the size of the database on the disk. */
export async function sizeOf(file: string): Promise<Size> {
  const [databaseBytes, walBytes] = await Promise.all([bytesOf(file), bytesOf(`${file}-wal`)]);
  return { databaseBytes, walBytes };
}

const bytesOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );
