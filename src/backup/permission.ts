import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InboxError } from '../core/errors.ts';
import { stateIn } from '../storage/snapshot.ts';

/**
 * A restore brings back whoever could answer then, and asks for no login: refused while local answers
 * are off. A database that can't be read stops nothing: it is what backups are for.
 */
export function mustMayRestore({ data, localAnswers }: { data: string; localAnswers: string }) {
  const database = join(data, 'inbox.db');
  if (!existsSync(database)) return;
  if (localAnswers !== 'off' && stateIn(database, 'localAnswers') !== 'off') return;
  const sentence =
    'Local answers are off, so that a restore needs an owner who has logged in: run `inbox login URL` and `inbox local-answers on` while the inbox is served, then stop it and restore';
  throw new InboxError('forbidden', sentence);
}
