import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Agent } from '../../../core/channels/schema.ts';
import { useRemoveWebhook } from '../../data/webhooks.ts';
import { Confirm } from '../confirm.tsx';

export function RemoveWebhook({ channel: { id, name, webhookUrl } }: { channel: Agent }) {
  const [isAsked, setIsAsked] = useState(false);
  const saving = useRemoveWebhook(id);
  const close = () => setIsAsked(false);
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        className="buttons-apart is-danger"
        onClick={() => setIsAsked(true)}
      >
        Remove…
      </Button>
      <Confirm
        opened={isAsked}
        onClose={close}
        title="Remove webhook?"
        action="Remove webhook"
        onConfirm={() => saving.send(undefined, close)}
        saving={saving}
      >
        <p>
          Events from {name} will no longer be sent to <code>{webhookUrl}</code>, and the saved
          headers are deleted. Messages with their own webhook still use it.
        </p>
      </Confirm>
    </>
  );
}
