import type { Tx } from '../../storage/store.ts';
import { emailsOfOwners, idsOfOwners } from './users-table.ts';

/** The owners who may log in, the first owner first. */
export const ownerIds = (db: Tx): Promise<string[]> => idsOfOwners(db);

/** The e-mail addresses of the owners who may log in, the first owner's first. */
export const ownerEmails = (db: Tx): Promise<string[]> => emailsOfOwners(db);
