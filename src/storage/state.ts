/** The inbox's own state, by name: JSON. */

import { prepared } from './prepared.ts';
import type { Tx } from './store.ts';

const stateByName = prepared<{ name: string }, { value: string }>((db, parameter) =>
  db.selectFrom('state').select('value').where('name', '=', parameter('name')),
);

const setValue = prepared<{ name: string; value: string }, never>((db, parameter) =>
  db
    .insertInto('state')
    .values({ name: parameter('name'), value: parameter('value') })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    ),
);

/** Returns null if it was never written. */
export async function readState<T>(db: Tx, name: string): Promise<T | null> {
  const [row] = await stateByName(db, { name });
  return row ? JSON.parse(row.value) : null;
}

export async function writeState(tx: Tx, name: string, value: unknown): Promise<void> {
  await setValue(tx, { name, value: JSON.stringify(value) });
}

export async function dropState(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('state').where('name', '=', name).execute();
}
