import type { User } from '../../../core/access/schema.ts';
import { useRemovePerson } from '../../data/access.ts';
import { useLast } from '../../look/use-last.ts';
import { Confirm } from '../confirm.tsx';

type Props = { person: User | null; onClose: () => void; onDone: () => void };

export function RemovePerson({ person, ...rest }: Props) {
  const shown = useLast(person);
  return shown && <Asked person={shown} opened={person !== null} {...rest} />;
}

type AskedProps = Omit<Props, 'person'> & { person: User; opened: boolean };

function Asked({ person, opened, onClose, onDone }: AskedProps) {
  const saving = useRemovePerson();
  const done = () => {
    onClose();
    onDone();
  };
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={`Remove ${person.name}?`}
      action="Remove"
      onConfirm={() => saving.send(person, done)}
      saving={saving}
    >
      <p>
        They are logged out immediately and their tokens are revoked. Their answers are kept, with
        their name.
      </p>
    </Confirm>
  );
}
