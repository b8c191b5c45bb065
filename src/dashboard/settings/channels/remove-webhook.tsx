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
        title="Remove the webhook?"
        action="Remove the webhook"
        onConfirm={() => saving.send(undefined, close)}
        saving={saving}
      >
        <p>
          Nothing of {name} is posted to <code>{webhookUrl}</code> any more, and its headers are
          forgotten. Messages with a webhook of their own still use that.
        </p>
      </Confirm>
    </>
  );
}
