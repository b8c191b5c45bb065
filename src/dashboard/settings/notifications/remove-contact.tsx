import type { Contact } from '../../../core/notify/schema.ts';
import { useRemoveContact } from '../../data/contacts.ts';
import { useLast } from '../../look/use-last.ts';
import { Confirm } from '../confirm.tsx';

type Props = {
  contact: Pick<Contact, 'id' | 'name'> | null;
  /** The name of its user, if that is not the current person. */
  whose?: string | undefined;
  onClose: () => void;
  onDone: () => void;
};

export function RemoveContact({ contact, whose, onClose, onDone }: Props) {
  const saving = useRemoveContact();
  const shown = useLast(contact);
  if (!shown) return null;
  const done = () => {
    onClose();
    onDone();
  };
  return (
    <Confirm
      opened={contact !== null}
      onClose={onClose}
      title={`Remove ${shown.name}?`}
      action="Remove contact"
      onConfirm={() => saving.send(shown, done)}
      saving={saving}
    >
      <p>
        {whose === undefined ? 'You' : <bdi>{whose}</bdi>} will no longer be notified there.
        Notifications of pending questions are taken back where possible.
      </p>
    </Confirm>
  );
}
