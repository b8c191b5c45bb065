import { Button } from '@mantine/core';
import { Link, Redirect, useLocation } from 'wouter';
import { putOff, useContacts } from '../data/contacts.ts';
import { useMe } from '../data/session.ts';
import { ClosedRow } from '../settings/notifications/contact-row.tsx';
import { RowsSkeleton, Unread } from '../settings/parts.tsx';
import { StandalonePage } from './standalone-page.tsx';

/** After a login: the contacts at which answers have ended, each with a press that allows them again. */
export default function AllowAgainPage({ next }: { next: string }) {
  const me = useMe();
  const { data: contacts, error } = useContacts();
  const [, go] = useLocation();
  const closed = contacts?.filter(({ answersEnded }) => answersEnded !== null);
  if (closed?.length === 0) return <Redirect to={next} replace />;
  const notNow = () => {
    putOff(me);
    go(next, { replace: true });
  };
  return (
    <StandalonePage title="Answers have ended" wide>
      <p className="soft">
        You are still notified at these contacts, but can no longer answer from the notification.
        Remove one that you do not know, under{' '}
        <Link href="/settings/notifications">Notifications</Link>.
      </p>
      {!closed && !error && <RowsSkeleton />}
      <Unread error={closed ? null : error} />
      {closed && (
        <ul className="settings-rows">
          {closed.map((contact) => (
            <ClosedRow key={contact.id} contact={contact} />
          ))}
        </ul>
      )}
      <div className="buttons">
        <Button variant="default" onClick={notNow}>
          Not now
        </Button>
      </div>
    </StandalonePage>
  );
}
