import { NativeSelect } from '@mantine/core';
import type { NewToken as MadeToken } from '../../../core/access/schema.ts';
import { useCreateToken } from '../../data/access.ts';
import { curlWhatWaits } from '../../data/curl.ts';
import { useFields } from '../../look/fields.ts';
import { endOf, lifetimes } from '../lifetimes.ts';
import { MakeSecret } from '../make-secret.tsx';
import { NameField } from '../name-field.tsx';
import { SaveForm } from '../save-form.tsx';
import { ShownOnce } from '../shown-once.tsx';

type Props = { opened: boolean; onClose: () => void };

export const NewToken = ({ opened, onClose }: Props) => (
  <MakeSecret<MadeToken>
    opened={opened}
    onClose={onClose}
    title={(made) => (made ? `Token ${made.name} created` : 'New token')}
    form={(onMade) => <TokenForm onMade={onMade} />}
  >
    {(made) => (
      <ShownOnce
        secret={made.token}
        what="token"
        command={curlWhatWaits(made.token)}
        does="Command to list your pending questions"
        onClose={onClose}
      />
    )}
  </MakeSecret>
);

function TokenForm({ onMade }: { onMade: (token: MadeToken) => void }) {
  const saving = useCreateToken();
  const { values, text } = useFields({ name: '', life: '90' }, saving.errors);
  const { name, life } = values;
  const send = () => saving.send({ name, expiresAt: endOf(life) }, onMade);
  return (
    <SaveForm saving={saving} onSend={send} action="Create token">
      <NameField
        description="Where you use the token, for example laptop"
        {...text('name')}
        data-autofocus
      />
      <NativeSelect label="Expires" data={lifetimes} {...text('life')} />
    </SaveForm>
  );
}
