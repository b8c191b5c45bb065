import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Contact } from '../../../core/notify/schema.ts';
import { reachDocsUrl } from '../../data/base.ts';
import { useBots, useContacts } from '../../data/contacts.ts';
import { Dialog } from '../../keys/dialogs.tsx';
import { useKeys } from '../../keys/use-keys.tsx';
import { Bell } from '../../look/icons.tsx';
import { Empty } from '../../look/parts.tsx';
import { useLast } from '../../look/use-last.ts';
import { Block, RowsSkeleton, SettingsHead, Unread } from '../parts.tsx';
import { AddContact } from './add-contact.tsx';
import { AttentionBlock } from './attention.tsx';
import { ClosedRow, ContactRow } from './contact-row.tsx';
import { EditContact } from './edit-contact.tsx';
import { RemoveContact } from './remove-contact.tsx';
import { TestContact } from './test-contact.tsx';
import { ThisDeviceBlock } from './this-device.tsx';
import { VerifyContact } from './verify-contact.tsx';

const home = '/settings/reach';

/** The person's contacts and attention. `/settings/reach/new` adds a contact, `/settings/reach/:id` edits one. */
export function ReachSection({ id }: { id: string | undefined }) {
  const { data: contacts, error } = useContacts();
  const [testing, setTesting] = useState<Contact | null>(null);
  const [, go] = useLocation();
  const close = () => go(home);
  const add = () => go(`${home}/new`);
  useKeys('How you are reached', { n: ['Add contact', add, 'new'] });
  const added = (contact: Contact) => {
    close();
    setTesting(contact);
  };
  return (
    <>
      <SettingsHead title="How you are reached" action={<Button onClick={add}>Add contact</Button>}>
        Where to notify you of questions while the inbox is closed.
      </SettingsHead>
      <BotProblems />
      <ClosedBlock contacts={contacts?.filter(({ answersEnded }) => answersEnded !== null) ?? []} />
      <ThisDeviceBlock onTest={setTesting} />
      {contacts?.length === 0 && (
        <Empty title="No contacts yet" icon={<Bell size={32} />}>
          A contact, such as your phone, is notified when an agent asks you something. Add one, then
          send a test to see whether it arrives. <a href={reachDocsUrl}>Step by step</a>
        </Empty>
      )}
      {contacts && contacts.length > 0 && (
        <Block title="Contacts">
          <ul className="settings-rows">
            {contacts.map((contact) => (
              <ContactRow
                key={contact.id}
                contact={contact}
                onEdit={() => go(`${home}/${contact.id}`)}
                onTest={() => setTesting(contact)}
              />
            ))}
          </ul>
        </Block>
      )}
      {!contacts && !error && <RowsSkeleton />}
      <Unread error={contacts ? null : error} />
      <AttentionBlock />
      <Dialog opened={id === 'new'} onClose={close} title="Add contact" size="lg">
        <AddContact onAdded={added} />
      </Dialog>
      <Edited contact={contacts?.find((one) => one.id === id) ?? null} onClose={close} />
      <Tested contact={testing} contacts={contacts ?? []} onClose={() => setTesting(null)} />
    </>
  );
}

type ShownProps = { contact: Contact | null; onClose: () => void };

function Edited({ contact, onClose }: ShownProps) {
  const [removing, setRemoving] = useState<Contact | null>(null);
  const shown = useLast(contact);
  return (
    <>
      <Dialog
        opened={contact !== null && removing === null}
        onClose={onClose}
        title={shown?.name}
        size="lg"
      >
        {shown && (
          <EditContact
            key={shown.id}
            contact={shown}
            onDone={onClose}
            onRemove={() => setRemoving(shown)}
          />
        )}
      </Dialog>
      <RemoveContact contact={removing} onClose={() => setRemoving(null)} onDone={onClose} />
    </>
  );
}

type TestedProps = ShownProps & { contacts: Contact[] };

function Tested({ contact, contacts, onClose }: TestedProps) {
  const shown = useLast(contact);
  const now = contacts.find(({ id }) => id === shown?.id) ?? shown;
  return (
    <Dialog
      opened={contact !== null}
      onClose={onClose}
      title={`${shown?.verifiedAt === null ? 'Verify' : 'Test'} ${shown?.name ?? ''}`}
    >
      {shown &&
        (shown.verifiedAt === null ? (
          <VerifyContact key={shown.id} contact={shown} onDone={onClose} />
        ) : (
          <TestContact key={shown.id} contact={now ?? shown} onDone={onClose} />
        ))}
    </Dialog>
  );
}

/** Where answers are no longer allowed, as what allowed them has ended. */
const ClosedBlock = ({ contacts }: { contacts: readonly Contact[] }) =>
  contacts.length > 0 && (
    <Block
      title="Answers have ended"
      about="You are still notified here, but can no longer answer from the notification. Remove a contact that you do not know."
    >
      <ul className="settings-rows">
        {contacts.map((contact) => (
          <ClosedRow key={contact.id} contact={contact} />
        ))}
      </ul>
    </Block>
  );

/** Why a bot notifies nobody now, though it is set. */
function BotProblems() {
  const { data: bots } = useBots();
  const problems = Object.values(bots ?? {}).flatMap(({ problem }) => problem ?? []);
  return problems.map((problem) => (
    <p key={problem} className="meta is-warning" role="status">
      {problem}
    </p>
  ));
}
