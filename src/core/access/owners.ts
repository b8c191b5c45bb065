import type { Tx } from '../../storage/store.ts';
import { allOwners } from './users-table.ts';

/** The owners who may log in, the first owner first. */
export const ownerIds = async (db: Tx): Promise<string[]> =>
  (await allOwners(db)).map(({ id }) => id);

/** The e-mail addresses of the owners who may log in, the first owner's first. */
export const ownerEmails = async (db: Tx): Promise<string[]> =>
  (await allOwners(db)).flatMap(({ email }) => email ?? []);
