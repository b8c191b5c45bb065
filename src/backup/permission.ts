import { InboxError } from '../core/errors.ts';
import { hasDatabase, stateIn } from '../storage/directory.ts';

/**
 * A restore reactivates everyone who could answer at that time, without a login. It is therefore
 * refused while local answers are off. An unreadable database does not prevent it: that is what
 * backups are for.
 */
export function mustMayRestore({ data, localAnswers }: { data: string; localAnswers: string }) {
  if (!hasDatabase(data)) return;
  if (localAnswers !== 'off' && stateIn(data, 'localAnswers') !== 'off') return;
  const sentence =
    'Local answers are off, so a restore needs an owner who has logged in. Run `inbox login URL` and `inbox local-answers on` while the server runs, then stop it and restore';
  throw new InboxError('forbidden', sentence);
}
