import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Contact } from '../../../core/notify/schema.ts';
import { type ContactKind, isContactKind, wayOf } from '../../../ways/ways.ts';
import { reachDocsUrl } from '../../data/base.ts';
import { useBots, useContacts } from '../../data/contacts.ts';
import { useMe } from '../../data/session.ts';
import { useWays } from '../../data/ways.ts';
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
import { PublicUrlBlock } from './public-url.tsx';
import { RemoveContact } from './remove-contact.tsx';
import { Subscribe } from './subscribe.tsx';
import { TestContact } from './test-contact.tsx';
import { ThisBrowserBlock } from './this-browser.tsx';
import { ThisDeviceBlock } from './this-device.tsx';
import { ThisPhoneBlock } from './this-phone.tsx';
import { VerifyContact } from './verify-contact.tsx';
import { WaysBlock } from './ways.tsx';

const home = '/settings/notifications';
const NEW = 'new-';
const WAY = 'way-';

/**
 * How a person is notified and, for owners, by what this inbox can notify people. `/settings/notifications/new` adds a
 * contact, `/settings/notifications/:id` edits one, and `/settings/notifications/way-KIND` sets a way.
 */
export function NotificationsSection({ id }: { id: string | undefined }) {
  const { data: contacts, error } = useContacts();
  const { role } = useMe();
  const [testing, setTesting] = useState<Contact | null>(null);
  const [, go] = useLocation();
  const close = () => go(home);
  const add = () => go(`${home}/new`);
  const isNew = id === 'new' || id?.startsWith(NEW) === true;
  useKeys('Notifications', { n: ['Add contact', add, 'new'] });
  const added = (contact: Contact) => {
    close();
    setTesting(contact);
  };
  return (
    <>
      <SettingsHead title="Notifications" action={<Button onClick={add}>Add contact</Button>}>
        How you are notified of questions while the inbox is closed.
      </SettingsHead>
      <BotProblems />
      <ClosedBlock contacts={contacts?.filter(({ answersEnded }) => answersEnded !== null) ?? []} />
      <ThisPhoneBlock />
      <ThisDeviceBlock onTest={setTesting} />
      {contacts?.length === 0 && <NoContacts />}
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
      <EscalationBlock />
      <ThisBrowserBlock />
      {role === 'owner' && (
        <WaysBlock
          setting={kindIn(id, WAY)}
          onSet={(kind) => go(kind === null ? home : `${home}/${WAY}${kind}`)}
          onAddContact={(kind) => go(`${home}/${NEW}${kind}`)}
        />
      )}
      {role === 'owner' && <PublicUrlBlock />}
      <Dialog opened={isNew} onClose={close} title="Add contact" size="lg">
        <AddContact key={id} kind={kindIn(id, NEW)} onAdded={added} />
      </Dialog>
      <Edited contact={contacts?.find((one) => one.id === id) ?? null} onClose={close} />
      <Tested
        contact={testing}
        contacts={contacts ?? []}
        onClose={() => setTesting(null)}
        onReplaced={setTesting}
      />
    </>
  );
}

/** The kind that a path names after what it begins with. */
function kindIn(id: string | undefined, beginning: string): ContactKind | null {
  const name = id?.startsWith(beginning) ? id.slice(beginning.length) : null;
  return isContactKind(name) ? name : null;
}

/** Where nothing is on yet, an owner turns something on first. */
function NoContacts() {
  const { role } = useMe();
  const { data: ways } = useWays();
  const isOn = ways?.some(({ kind, works }) => works && wayOf(kind).added.by !== 'itself') ?? true;
  return (
    <Empty title="No contacts yet" icon={<Bell size={32} />}>
      A contact, such as your phone, is notified when an agent asks you something. Add one, then
      send a test to see whether it arrives.{' '}
      {!isOn && role === 'owner' && (
        <>First turn on one of the ways to notify people, at the end of this page. </>
      )}
      <a href={reachDocsUrl}>Step by step</a>
    </Empty>
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

type TestedProps = ShownProps & {
  contacts: Contact[];
  onReplaced: (contact: Contact) => void;
};

function Tested({ contact, contacts, onClose, onReplaced }: TestedProps) {
  const shown = useLast(contact);
  const now = contacts.find(({ id }) => id === shown?.id) ?? shown;
  return (
    <Dialog
      opened={contact !== null}
      onClose={onClose}
      title={`${wordFor(shown)} ${shown?.name ?? ''}`}
    >
      {shown && (
        <TestSteps key={shown.id} contact={now ?? shown} onDone={onClose} onReplaced={onReplaced} />
      )}
    </Dialog>
  );
}

const wordFor = (contact: Contact | null | undefined): string =>
  contact?.verifiedAt === null ? 'Verify' : 'Test';

type StepsProps = {
  contact: Contact;
  onDone: () => void;
  onReplaced: (contact: Contact) => void;
};

/** An app has to subscribe to a topic before a test can arrive. */
function TestSteps({ contact, onDone, onReplaced }: StepsProps) {
  const { added } = wayOf(contact.kind);
  const hasTopic = added.by === 'address' && added.subscription !== undefined;
  const [isSubscribed, setIsSubscribed] = useState(!hasTopic || contact.confirmedAt !== null);
  if (contact.verifiedAt === null) return <VerifyContact contact={contact} onDone={onDone} />;
  if (isSubscribed) return <TestContact contact={contact} onDone={onDone} />;
  return (
    <Subscribe contact={contact} onNext={() => setIsSubscribed(true)} onReplaced={onReplaced} />
  );
}

/** Who else is notified if nobody has answered: an owner chooses that for each channel. */
function EscalationBlock() {
  const { role } = useMe();
  return (
    <Block
      title="Escalation"
      about="Who else is notified if nobody has answered after some time. Each channel has its own steps."
    >
      <p>
        {role === 'owner' ? (
          <Link href="/settings/channels">Choose a channel</Link>
        ) : (
          'An owner sets them, in the settings of a channel.'
        )}
      </p>
    </Block>
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
