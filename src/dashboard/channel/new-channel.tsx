import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useCreateChannel } from '../data/channels.ts';
import { Dialog } from '../keys/dialogs.tsx';

type Props = {
  opened: boolean;
  onClose: () => void;
  /** Called instead of opening it. */
  onMade?: (id: string) => void;
};

/** Asks for a name, creates the channel and opens it. */
export function NewChannel({ opened, onClose, onMade }: Props) {
  const [, go] = useLocation();
  const made = (id: string) => {
    onClose();
    if (onMade) onMade(id);
    else go(`/c/${id}`);
  };
  return (
    <Dialog opened={opened} onClose={onClose} title="New channel">
      <NewChannelForm onMade={made} />
    </Dialog>
  );
}

function NewChannelForm({ onMade }: { onMade: (id: string) => void }) {
  const [name, setName] = useState('');
  const create = useCreateChannel();
  const send = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name }, { onSuccess: ({ id }) => onMade(id) });
  };
  return (
    <form className="stack" onSubmit={send}>
      <TextInput
        label="Name"
        description="Usually one channel per agent, for example deploy-bot"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={create.error?.message}
        maxLength={100}
        data-autofocus
        required
        withAsterisk={false}
      />
      <div className="buttons">
        <Button type="submit" loading={create.isPending}>
          Create channel
        </Button>
      </div>
    </form>
  );
}
