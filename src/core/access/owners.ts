import type { Tx } from '../../storage/store.ts';
import { emailsOfOwners } from './users-table.ts';

/** The e-mail addresses of the owners who may log in, the first owner's first. */
export const ownerEmails = (db: Tx): Promise<string[]> => emailsOfOwners(db);
