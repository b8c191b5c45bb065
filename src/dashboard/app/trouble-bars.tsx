import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { troubleOf } from '../../core/backups/words.ts';
import { useAbout, useHealth } from '../data/about.ts';
import { useBackups } from '../data/backups.ts';
import { useMe } from '../data/session.ts';
import { Ago } from '../look/ago.tsx';
import { wholeTime } from '../look/clock.ts';

/** Banners for owners on every page: what is wrong with the database and its backups. */
export const TroubleBars = () =>
  useMe().role === 'owner' ? (
    <>
      <DatabaseBars />
      <BackupBar />
    </>
  ) : null;

const LOOK_AGAIN_MS = 60_000;

function DatabaseBars() {
  const { data: health } = useHealth(LOOK_AGAIN_MS);
  return health?.damaged || health?.renewed ? <FoundBars /> : null;
}

function FoundBars() {
  const { data: about } = useAbout();
  return (
    <>
      {about?.damage && (
        <Bar says="The database is damaged">
          Some of it may not be readable. Stop the server, and restore a backup with{' '}
          <code>inbox backup restore</code>.
        </Bar>
      )}
      {about?.renewed && (
        <Bar says="The database is not the one that ran last">
          {about.renewed.missing === null
            ? 'Was a copy put back?'
            : `It lacks ${changes(about.renewed.missing)}: was a copy put back?`}{' '}
          Found <Ago at={about.renewed.at} />.{' '}
          <Link href="/activity/audit?action=log.renewed">View audit log</Link>
        </Bar>
      )}
    </>
  );
}

const changes = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`;

function BackupBar() {
  const { data: status } = useBackups();
  const trouble = status && troubleOf(status, wholeTime);
  if (!trouble) return null;
  const { overdue, failure, lastSuccessAt } = status;
  return (
    <Bar says={trouble.says}>
      {overdue && !failure ? 'Check the server log, then restart the server.' : trouble.next}{' '}
      {lastSuccessAt ? (
        <>
          The last successful backup was <Ago at={lastSuccessAt} />.
        </>
      ) : (
        'No backup has succeeded yet.'
      )}
    </Bar>
  );
}

const Bar = ({ says, children }: { says: string; children: ReactNode }) => (
  <div role="alert" className="trouble-bar">
    <strong>{says}.</strong> {children}
  </div>
);
