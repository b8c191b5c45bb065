import { Button } from '@mantine/core';
import { endedBecause } from '../../../core/notify/names.ts';
import type { Contact, UpdateContact } from '../../../core/notify/schema.ts';
import { wayOf } from '../../../ways/ways.ts';
import { useChangeContact } from '../../data/contacts.ts';
import { Ago } from '../../look/ago.tsx';
import { Moment } from '../../look/moment.tsx';
import { Facts } from '../parts.tsx';
import { urgencyChoices } from './choices.ts';

type Props = { contact: Contact; onEdit: () => void; onTest: () => void };

/** A contact: whether it works, and when something was last sent there. */
export const ContactRow = ({ contact, onEdit, onTest }: Props) => (
  <li className="settings-item">
    <div className="settings-item-text">
      <p className="settings-item-name">
        {contact.name} <span className="tag">{wayOf(contact.kind).label}</span>
      </p>
      <Facts>
        <State contact={contact} />
        <code>{contact.address}</code>
        {wayOf(contact.kind).answers !== null &&
          contact.confirmedAt === null &&
          'no answers there until it is confirmed'}
        {contact.lastSentAt === null ? (
          'never used'
        ) : (
          <>
            last sent <Ago at={contact.lastSentAt} />
          </>
        )}
        {contact.lastReceivedAt !== null && (
          <>
            last received <Ago at={contact.lastReceivedAt} />
          </>
        )}
        {contact.from !== 'low' &&
          urgencyChoices.find(({ value }) => value === contact.from)?.label.toLowerCase()}
      </Facts>
    </div>
    <div className="settings-item-actions">
      {contact.disabledAt === null ? (
        <Button
          variant="default"
          size="xs"
          onClick={onTest}
          aria-label={`${testWord(contact)} ${contact.name}`}
        >
          {testWord(contact)}
        </Button>
      ) : (
        <Change
          contact={contact}
          change={{ disabled: false }}
          action="Enable"
          label={`Enable ${contact.name}`}
        />
      )}
      <Button variant="default" size="xs" onClick={onEdit} aria-label={`Edit ${contact.name}`}>
        Edit
      </Button>
    </div>
  </li>
);

/** A contact at which answers have ended: why, and a press that allows them again. */
export const ClosedRow = ({ contact }: { contact: Contact }) => (
  <li className="settings-item">
    <div className="settings-item-text">
      <p className="settings-item-name">
        {contact.name} <span className="tag">{wayOf(contact.kind).label}</span>
      </p>
      <Facts>
        <code>{contact.address}</code>
        {contact.answersEnded && (
          <>
            {endedBecause[contact.answersEnded.by]} <Ago at={contact.answersEnded.at} />
          </>
        )}
      </Facts>
    </div>
    <div className="settings-item-actions">
      <Change
        contact={contact}
        change={{ answers: true }}
        action="Allow answers again"
        label={`Allow answers again at ${contact.name}`}
      />
    </div>
  </li>
);

const testWord = ({ verifiedAt }: Contact) => (verifiedAt === null ? 'Verify' : 'Test');

function State({ contact }: { contact: Contact }) {
  const { disabledAt, disabledReason, failingSince, verifiedAt } = contact;
  if (disabledAt !== null) {
    return <span className="is-warning">{disabledWords(disabledReason)}</span>;
  }
  if (failingSince !== null) {
    return (
      <span className="is-bad">
        failing since <Moment at={failingSince} />
      </span>
    );
  }
  if (verifiedAt === null) return <span className="is-warning">not verified</span>;
  if (!isConfirmed(contact)) return <span className="is-warning">unconfirmed: send a test</span>;
  return <span className="is-good">working</span>;
}

/** A reason such as `Disabled by you` already says that it is disabled. */
function disabledWords(reason: string | null): string {
  if (reason === null) return 'disabled';
  return reason.startsWith('Disabled') ? reason.toLowerCase() : `disabled: ${reason}`;
}

/** By its device, or by its user after a test. */
const isConfirmed = ({ confirmedAt, lastReceivedAt }: Contact) =>
  confirmedAt !== null || lastReceivedAt !== null;

type ChangeProps = { contact: Contact; change: UpdateContact; action: string; label: string };

function Change({ contact: { id }, change, action, label }: ChangeProps) {
  const saving = useChangeContact(id);
  return (
    <Button
      variant="default"
      size="xs"
      loading={saving.isPending}
      onClick={() => saving.send(change)}
      aria-label={label}
    >
      {action}
    </Button>
  );
}
