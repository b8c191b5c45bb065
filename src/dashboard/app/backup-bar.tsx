import { troubleOf } from '../../core/backups/words.ts';
import { useBackups } from '../data/backups.ts';
import { useMe } from '../data/session.ts';
import { Ago } from '../look/ago.tsx';
import { wholeTime } from '../look/clock.ts';

/** A banner for owners on every page: the last scheduled backup failed or was missed. */
export const BackupBar = () => (useMe().role === 'owner' ? <OwnersBar /> : null);

function OwnersBar() {
  const { data: status } = useBackups();
  const trouble = status && troubleOf(status, wholeTime);
  if (!trouble) return null;
  const { failure, lastSuccessAt } = status;
  return (
    <div role="alert" className="backup-bar">
      <strong>{trouble.says}.</strong>{' '}
      {failure ? trouble.next : 'Check the server log, then restart the server.'}{' '}
      {lastSuccessAt ? (
        <>
          The last successful backup was <Ago at={lastSuccessAt} />.
        </>
      ) : (
        'No backup has succeeded yet.'
      )}
    </div>
  );
}
