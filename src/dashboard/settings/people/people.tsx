import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { User } from '../../../core/access/schema.ts';
import { usePeople } from '../../data/access.ts';
import { useMe } from '../../data/session.ts';
import { Dialog } from '../../keys/dialogs.tsx';
import { useKeys } from '../../keys/use-keys.tsx';
import { useLast } from '../../look/use-last.ts';
import { useChannelNames } from '../channels-field.tsx';
import { Filtered } from '../filtered.tsx';
import { Facts, RowsSkeleton, SettingsHead, Unread } from '../parts.tsx';
import { AddPerson } from './add-person.tsx';
import { ChangePerson } from './change-person.tsx';
import { OthersContacts } from './others-contacts.tsx';
import { RemovePerson } from './remove-person.tsx';

/** Owners and reviewers. `/settings/people/new` adds one, `/settings/people/:id` edits one. */
export function PeopleSection({ id }: { id: string | undefined }) {
  const { data: people, error } = usePeople();
  const [removing, setRemoving] = useState<User | null>(null);
  const [, go] = useLocation();
  const close = () => go('/settings/people');
  const add = () => go('/settings/people/new');
  useKeys('People', { n: ['Add person', add, 'new'] });
  const open = people?.find((one) => one.id === id) ?? null;
  const shown = useLast(open);
  return (
    <>
      <SettingsHead title="People" action={<Button onClick={add}>Add person</Button>}>
        Owners can see and manage everything. Reviewers read and answer in their channels.
      </SettingsHead>
      {people && (
        <Filtered what="people" rows={people} textOf={({ name, email }) => `${name} ${email}`}>
          {(person) => <PersonRow key={person.id} person={person} />}
        </Filtered>
      )}
      {!people && !error && <RowsSkeleton />}
      <Unread error={people ? null : error} />
      {people && people.length > 1 && <OthersContacts people={people} />}
      <Dialog opened={id === 'new'} onClose={close} title="Add person" size="lg">
        <AddPerson onDone={close} />
      </Dialog>
      <Dialog
        opened={open !== null && removing === null}
        onClose={close}
        title={shown?.name}
        size="lg"
      >
        {shown && (
          <ChangePerson
            key={shown.id}
            person={shown}
            onDone={close}
            onRemove={() => setRemoving(shown)}
          />
        )}
      </Dialog>
      <RemovePerson person={removing} onClose={() => setRemoving(null)} onDone={close} />
    </>
  );
}

function PersonRow({ person }: { person: User }) {
  const { id, name, email, role, channels, disabled } = person;
  const { namesOf } = useChannelNames();
  const [, go] = useLocation();
  const isMe = useMe().id === id;
  return (
    <li className="settings-item">
      <div className="settings-item-text">
        <p className="settings-item-name">
          {name} {isMe && <span className="tag">you</span>}
          {disabled && <span className="tag is-bad">disabled</span>}
        </p>
        <Facts>
          {email ?? 'no e-mail address'}
          {role}
          {namesOf(channels)}
        </Facts>
      </div>
      <Button
        variant="default"
        size="xs"
        onClick={() => go(`/settings/people/${id}`)}
        aria-label={`Edit ${name}`}
      >
        Edit
      </Button>
    </li>
  );
}
