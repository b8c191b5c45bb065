import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Agent } from '../../../core/channels/schema.ts';
import { useDeleteChannel } from '../../data/channels.ts';
import { Confirm } from '../confirm.tsx';
import { Block } from '../parts.tsx';

export function DeleteChannel({ channel: { id, name } }: { channel: Agent }) {
  const [isAsked, setIsAsked] = useState(false);
  const [, go] = useLocation();
  const saving = useDeleteChannel(id, name);
  return (
    <Block
      title="Delete the channel"
      about="Its messages, questions, answers and files go with it, and nothing brings them back."
      danger
    >
      <Button variant="default" className="is-danger" onClick={() => setIsAsked(true)}>
        Delete {name}…
      </Button>
      <Confirm
        opened={isAsked}
        onClose={() => setIsAsked(false)}
        title={`Delete ${name}?`}
        action="Delete the channel"
        onConfirm={() => saving.send(undefined, () => go('/settings/channels'))}
        saving={saving}
        typed={name}
      >
        <p>
          All that was written, asked and uploaded there is deleted for good. Agents that wait for
          an answer in it get none, and keys that see only this channel see nothing.
        </p>
      </Confirm>
    </Block>
  );
}
