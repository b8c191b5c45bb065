import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import type { NewToken as MadeToken } from '../../../core/access/schema.ts';
import { useCreateToken } from '../../data/access.ts';
import { curlWhatWaits } from '../../data/curl.ts';
import { useFields } from '../../look/fields.ts';
import { MakeSecret } from '../make-secret.tsx';
import { NameField } from '../name-field.tsx';
import { Refusal } from '../parts.tsx';
import { ShownOnce } from '../shown-once.tsx';

type Props = { opened: boolean; onClose: () => void };

export const NewToken = ({ opened, onClose }: Props) => (
  <MakeSecret<MadeToken>
    opened={opened}
    onClose={onClose}
    title={(made) => (made ? `The token ${made.name}` : 'New token')}
    form={(onMade) => <TokenForm onMade={onMade} />}
  >
    {(made) => (
      <ShownOnce
        secret={made.token}
        what="the token"
        command={curlWhatWaits(made.token)}
        does="Lists what waits for you"
        onClose={onClose}
      />
    )}
  </MakeSecret>
);

function TokenForm({ onMade }: { onMade: (token: MadeToken) => void }) {
  const saving = useCreateToken();
  const { values, text } = useFields({ name: '' }, saving.errors);
  const send = (event: FormEvent) => {
    event.preventDefault();
    saving.send(values.name, onMade);
  };
  return (
    <form className="stack" onSubmit={send}>
      <NameField description="Where you use it, such as laptop" {...text('name')} data-autofocus />
      <Refusal>{saving.refusal}</Refusal>
      <div className="buttons">
        <Button type="submit" loading={saving.isPending}>
          Make the token
        </Button>
      </div>
    </form>
  );
}
