import { Button, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import type { NewToken as MadeToken } from '../../../core/access/schema.ts';
import { useCreateToken } from '../../data/access.ts';
import { curlWhatWaits } from '../../data/curl.ts';
import { useFields } from '../../look/fields.ts';
import { closeProps } from '../confirm.tsx';
import { Refusal } from '../parts.tsx';
import { ShownOnce } from '../shown-once.tsx';

type Props = { opened: boolean; onClose: () => void };

/** Asks for a name, and then shows the token, this once. */
export function NewToken({ opened, onClose }: Props) {
  const [made, setMade] = useState<MadeToken | null>(null);
  useEffect(() => {
    if (!opened) setMade(null);
  }, [opened]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={made ? `The token ${made.name}` : 'New token'}
      size="lg"
      closeButtonProps={closeProps}
      // It is not shown again: a slip must not close it.
      closeOnClickOutside={made === null}
      closeOnEscape={made === null}
    >
      {made ? (
        <ShownOnce
          secret={made.token}
          what="the token"
          command={curlWhatWaits(made.token)}
          does="Lists what waits for you"
          onClose={onClose}
        />
      ) : (
        <TokenForm onMade={setMade} />
      )}
    </Modal>
  );
}

function TokenForm({ onMade }: { onMade: (token: MadeToken) => void }) {
  const saving = useCreateToken();
  const { values, text } = useFields({ name: '' }, saving.errors);
  const send = (event: FormEvent) => {
    event.preventDefault();
    saving.send(values.name, onMade);
  };
  return (
    <form className="stack" onSubmit={send}>
      <TextInput
        label="Name"
        description="Where you use it, such as laptop"
        {...text('name')}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        required
        withAsterisk={false}
      />
      <Refusal>{saving.refusal}</Refusal>
      <div className="buttons">
        <Button type="submit" loading={saving.isPending}>
          Make the token
        </Button>
      </div>
    </form>
  );
}
