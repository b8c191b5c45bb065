import { Button } from '@mantine/core';
import { useState } from 'react';
import { serverNow } from '../../../client/clock.ts';
import { useRotateSecret, useWebhook } from '../../data/webhooks.ts';
import { wholeTime } from '../../look/clock.ts';
import { Copyable } from '../../look/parts.tsx';
import { Confirm } from '../confirm.tsx';
import { Block, Refusal, Unread } from '../parts.tsx';

/** Shows the signing secret on request, and replaces it. */
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
      title="Signing secret"
      about="Signs each delivery (Standard Webhooks) so that the receiver can verify where it came from."
    >
      <div className="stack">
        {webhook && isShown && <Copyable text={webhook.secret} what="secret" />}
        {isShown && <OldSecret channelId={channelId} />}
        <Unread error={webhook ? null : error} />
        <Refusal>{isAsked ? null : saving.refusal}</Refusal>
        <div className="buttons buttons-start">
          <Button variant="default" disabled={!webhook} onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Hide secret' : 'Show secret'}
          </Button>
          <Button variant="default" disabled={!webhook} onClick={() => setIsAsked(true)}>
            Rotate…
          </Button>
        </div>
      </div>
      <Confirm
        opened={isAsked}
        onClose={close}
        title="Rotate the secret?"
        action="Rotate secret"
        onConfirm={() => saving.send(undefined, rotated)}
        saving={saving}
        harmless
      >
        <p>
          A new secret takes effect immediately. For 24 hours, deliveries are also signed with the
          previous secret, so you have time to update the receiver.
        </p>
      </Confirm>
    </Block>
  );
}

function OldSecret({ channelId }: { channelId: string }) {
  const { oldSecret = null, oldSecretUntil = null } = useWebhook(channelId).data ?? {};
  if (oldSecret === null || oldSecretUntil === null) return null;
  if (Date.parse(oldSecretUntil) <= serverNow()) return null;
  return (
    <p className="meta">
      Previous secret <code>{oldSecret.slice(0, 12)}…</code>, valid until{' '}
      {wholeTime(oldSecretUntil)}.
    </p>
  );
}
