import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRotateSecret, useWebhook } from '../../data/webhooks.ts';
import { wholeTime } from '../../look/clock.ts';
import { Copyable } from '../../look/parts.tsx';
import { Confirm } from '../confirm.tsx';
import { Block, Refusal, Unread } from '../parts.tsx';

/** The secret that signs, shown when asked for, and a new one in its place. */
export function Secret({ channelId }: { channelId: string }) {
  const { data: webhook, error } = useWebhook(channelId);
  const [isShown, setIsShown] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const saving = useRotateSecret(channelId);
  const close = () => setIsAsked(false);
  const rotated = () => {
    close();
    setIsShown(true);
  };
  return (
    <Block
      title="Secret"
      about="Each delivery is signed with it after Standard Webhooks, so that its receiver can tell yours from others’."
    >
      <div className="stack">
        {webhook && isShown && <Copyable text={webhook.secret} what="the secret" />}
        {isShown && <OldSecret channelId={channelId} />}
        <Unread error={webhook ? null : error} />
        <Refusal>{isAsked ? null : saving.refusal}</Refusal>
        <div className="buttons buttons-start">
          <Button variant="default" disabled={!webhook} onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Hide the secret' : 'Show the secret'}
          </Button>
          <Button variant="default" disabled={!webhook} onClick={() => setIsAsked(true)}>
            Replace it…
          </Button>
        </div>
      </div>
      <Confirm
        opened={isAsked}
        onClose={close}
        title="Replace the secret?"
        action="Replace the secret"
        onConfirm={() => saving.send(undefined, rotated)}
        saving={saving}
        harmless
      >
        <p>
          A new one signs from now on. For 24 hours the old one signs beside it, so that your
          receiver can follow; after that it counts for nothing.
        </p>
      </Confirm>
    </Block>
  );
}

function OldSecret({ channelId }: { channelId: string }) {
  const { oldSecret = null, oldSecretUntil = null } = useWebhook(channelId).data ?? {};
  if (oldSecret === null || oldSecretUntil === null) return null;
  if (Date.parse(oldSecretUntil) <= Date.now()) return null;
  return (
    <p className="meta">
      The one before, <code>{oldSecret.slice(0, 12)}…</code>, signs too until{' '}
      {wholeTime(oldSecretUntil)}.
    </p>
  );
}
