/** Who was notified of a question, on which contact, when, and with what result. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Notice, Reach } from '../../core/notify/schema.ts';
import { wayOf } from '../../ways/ways.ts';
import { useNotices } from '../data/notices.ts';
import { Ago } from '../look/ago.tsx';
import { Moment } from '../look/moment.tsx';

type Props = { id: string; reach: Reach };

export default function Notices({ id, reach }: Props) {
  const { data: notices, error } = useNotices(id);
  if (error && !notices) {
    return <p className="refusal">Couldn't load the notifications: {error.message}</p>;
  }
  if (!notices) return <p className="soft">Loading…</p>;
  return (
    <div className="stack">
      <Summary reach={reach} />
      {notices.length > 0 && (
        <ul className="notices">
          {byContact(notices).map((own) => (
            <ContactNotices key={keyOf(own[0])} notices={own} />
          ))}
        </ul>
      )}
      <p className="meta">
        <Link href="/settings/notifications">Your notifications</Link>
      </p>
    </div>
  );
}

const Summary = ({ reach: { people, reachable, watching, seenAt } }: Pick<Props, 'reach'>) => (
  <p>
    {reachable} of {people} {people === 1 ? 'person' : 'people'} can be notified.
    {watching > 0 && ` ${watching} had the dashboard or the terminal view open.`}
    {seenAt !== null && (
      <>
        {' '}
        First seen <Moment at={seenAt} />.
      </>
    )}
  </p>
);

type Own = [Notice, ...Notice[]];

const keyOf = ({ person, kind, contact }: Notice) => `${person.id} ${kind} ${contact}`;

/** The notices of each contact, in the order in which they were created. */
function byContact(notices: Notice[]): Own[] {
  const all = new Map<string, Own>();
  for (const notice of notices) {
    const key = keyOf(notice);
    const own = all.get(key);
    if (own) own.push(notice);
    else all.set(key, [notice]);
  }
  return [...all.values()];
}

const ContactNotices = ({ notices }: { notices: Own }) => {
  const [{ person, kind, contact }] = notices;
  return (
    <li>
      <p>
        <strong>
          <bdi>{person.name}</bdi>
        </strong>{' '}
        <span className="soft">
          · <bdi>{contact}</bdi> ({wayOf(kind).label})
        </span>
      </p>
      <ul>
        {notices.map((notice) => (
          <li key={`${notice.what} ${notice.round}`} className="meta">
            <span>
              {whatWords[notice.what]}
              {notice.gathered && ', in a summary'}
            </span>
            <span data-status={notice.status}>{statusWords[notice.status](notice)}</span>
            {notice.error !== null && <span className="is-bad">{notice.error}</span>}
          </li>
        ))}
      </ul>
    </li>
  );
};

const whatWords: Record<Notice['what'], string> = {
  asks: 'Question',
  reminds: 'Reminder',
  settles: 'Taken back',
  tests: 'Test',
  digests: 'Digest',
  adds: 'Contact added',
  closes: 'Answers ended',
  sets: 'Settings changed',
};

const statusWords: Record<Notice['status'], (notice: Notice) => ReactNode> = {
  waiting: ({ due }) => (
    <>
      due <Ago at={due} />
    </>
  ),
  sending: () => 'being sent',
  accepted: ({ sentAt, receivedAt }) => (
    <>
      sent {sentAt && <Moment at={sentAt} />}
      {receivedAt && (
        <>
          , shown <Moment at={receivedAt} />
        </>
      )}
    </>
  ),
  refused: () => 'failed',
  unknown: () => 'may have arrived',
  skipped: () => 'not needed',
};
