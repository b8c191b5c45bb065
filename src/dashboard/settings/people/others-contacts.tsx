import { Button } from '@mantine/core';
import { useState } from 'react';
import { shownPeople } from '../../../core/access/people.ts';
import type { User } from '../../../core/access/schema.ts';
import { whyNoAnswers } from '../../../core/notify/names.ts';
import type { ContactOfUser } from '../../../core/notify/schema.ts';
import { wayOf } from '../../../ways/ways.ts';
import { useEverybodysContacts } from '../../data/contacts.ts';
import { useMe } from '../../data/session.ts';
import { Ago } from '../../look/ago.tsx';
import { useLast } from '../../look/use-last.ts';
import { Filtered } from '../filtered.tsx';
import { RemoveContact } from '../notifications/remove-contact.tsx';
import { Block, Facts, RowsSkeleton, Unread } from '../parts.tsx';

/** The contacts of all other people: from where answers may come in their names. */
export function OthersContacts({ people }: { people: User[] }) {
  const me = useMe();
  const { data: all, error } = useEverybodysContacts();
  const [removing, setRemoving] = useState<ContactOfUser | null>(null);
  const shown = useLast(removing);
  const names = shownPeople(people);
  const whose = ({ userId }: ContactOfUser) => names.get(userId) ?? '';
  const contacts = all
    ?.filter(({ userId }) => userId !== me.id)
    .toSorted((one, other) => whose(one).localeCompare(whose(other)));
  return (
    <Block
      title="Other people's contacts"
      about="Where they are notified, and may answer from. Only they see the addresses."
    >
      {!contacts && !error && <RowsSkeleton />}
      <Unread error={contacts ? null : error} />
      {contacts?.length === 0 && <p className="soft settings-none">No contacts yet</p>}
      {contacts && contacts.length > 0 && (
        <Filtered
          what="contacts"
          rows={contacts}
          textOf={(contact) => `${contact.name} ${wayOf(contact.kind).label} ${whose(contact)}`}
        >
          {(contact) => (
            <Row
              key={contact.id}
              contact={contact}
              whose={whose(contact)}
              onRemove={() => setRemoving(contact)}
            />
          )}
        </Filtered>
      )}
      <RemoveContact
        contact={removing}
        whose={shown ? whose(shown) : ''}
        onClose={() => setRemoving(null)}
        onDone={() => undefined}
      />
    </Block>
  );
}

type RowProps = { contact: ContactOfUser; whose: string; onRemove: () => void };

function Row({ contact, whose, onRemove }: RowProps) {
  const { kind, name, lastSentAt } = contact;
  const why = whyNoAnswers(contact);
  return (
    <li className="settings-item">
      <div className="settings-item-text">
        <p className="settings-item-name">
          {name} <span className="tag">{wayOf(kind).label}</span>
        </p>
        <Facts>
          <bdi>{whose}</bdi>
          {why === null ? 'may answer' : <span className="is-warning">no answers: {why}</span>}
          {lastSentAt === null ? (
            'never used'
          ) : (
            <>
              last sent <Ago at={lastSentAt} />
            </>
          )}
        </Facts>
      </div>
      <Button
        variant="default"
        size="xs"
        onClick={onRemove}
        aria-label={`Remove ${name} of ${whose}`}
      >
        Remove
      </Button>
    </li>
  );
}
