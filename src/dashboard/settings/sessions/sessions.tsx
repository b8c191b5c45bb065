import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Session } from '../../../core/access/schema.ts';
import { useEndOtherSessions, useEndSession, useSessions } from '../../data/sessions.ts';
import { Ago } from '../../look/ago.tsx';
import { Moment } from '../../look/moment.tsx';
import { Confirm } from '../confirm.tsx';
import { Facts, Refusal, RowsSkeleton, SettingsHead, Unread } from '../parts.tsx';
import { browserOf } from './browser-of.ts';

/** The browsers in which the person is logged in. */
export function SessionsSection() {
  const { data: sessions, error } = useSessions();
  const ending = useEndSession();
  const [isEndingAll, setIsEndingAll] = useState(false);
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <>
      <SettingsHead
        title="Sessions"
        action={
          others.length > 1 && (
            <Button variant="default" onClick={() => setIsEndingAll(true)}>
              End all others
            </Button>
          )
        }
      >
        Browsers where you are logged in. A session expires after 30 days without use.
      </SettingsHead>
      <Refusal>{ending.refusal}</Refusal>
      {sessions && (
        <ul className="settings-rows">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={ending.isPending}
              onEnd={() => ending.send(session.id)}
            />
          ))}
        </ul>
      )}
      {!sessions && !error && <RowsSkeleton />}
      <Unread error={sessions ? null : error} />
      <EndAllOthers opened={isEndingAll} onClose={() => setIsEndingAll(false)} />
    </>
  );
}

type RowProps = { session: Session; isEnding: boolean; onEnd: () => void };

function SessionRow({ session, isEnding, onEnd }: RowProps) {
  const { userAgent, address, createdAt, lastSeenAt, isCurrent } = session;
  const browser = browserOf(userAgent);
  return (
    <li className="settings-item">
      <div className="settings-item-text">
        <p className="settings-item-name" title={userAgent ?? undefined}>
          {browser} {isCurrent && <span className="tag">this browser</span>}
        </p>
        <Facts>
          {address ?? 'address unknown'}
          <span>
            since <Moment at={createdAt} />
          </span>
          {lastSeenAt !== null && (
            <>
              last seen <Ago at={lastSeenAt} />
            </>
          )}
        </Facts>
      </div>
      {!isCurrent && (
        <Button
          variant="default"
          size="xs"
          disabled={isEnding}
          onClick={onEnd}
          aria-label={`End ${browser}${address === null ? '' : `, ${address}`}`}
        >
          End
        </Button>
      )}
    </li>
  );
}

function EndAllOthers({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const ending = useEndOtherSessions();
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="End all other sessions?"
      action="End all others"
      onConfirm={() => ending.send(undefined, onClose)}
      saving={ending}
    >
      <p>This logs out every other browser immediately. This browser stays logged in.</p>
    </Confirm>
  );
}
