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
      title="Delete channel"
      about="Its messages, questions, answers and files are permanently deleted."
      danger
    >
      <Button variant="default" className="is-danger" onClick={() => setIsAsked(true)}>
        Delete channel…
      </Button>
      <Confirm
        opened={isAsked}
        onClose={() => setIsAsked(false)}
        title={`Delete ${name}?`}
        action="Delete channel"
        onConfirm={() => saving.send(undefined, () => go('/settings/channels'))}
        saving={saving}
        typed={name}
      >
        <p>
          This permanently deletes the channel and its messages, questions, answers and files.
          Agents won't get answers to its pending questions. Keys limited to this channel lose all
          access.
        </p>
      </Confirm>
    </Block>
  );
}
