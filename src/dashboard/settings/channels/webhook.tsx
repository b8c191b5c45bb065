import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Agent } from '../../../core/channels/schema.ts';
import { usePausedWebhook } from '../../data/failing.ts';
import { useResume } from '../../data/resume.ts';
import { useWebhook } from '../../data/webhooks.ts';
import { Ago } from '../../look/ago.tsx';
import { unsentOf } from '../../webhooks/paused-line.tsx';
import { Block, Refusal } from '../parts.tsx';
import { TestWebhook } from './test-webhook.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** The channel's webhook, its failures, and a test. */
export function WebhookBlock({ channel }: { channel: Agent }) {
  const [saves, setSaves] = useState(0);
  // The form starts over with the saved values, saved here or in another browser.
  const kept = `${saves} ${channel.webhookUrl} ${Object.keys(channel.webhookHeaders ?? {})}`;
  const [changed, setChanged] = useState<string | null>(null);
  /** The result of a test applies to the webhook as it was before this edit. */
  const [edits, setEdits] = useState(0);
  const edited = () => {
    if (changed !== kept) setEdits(edits + 1);
    setChanged(kept);
  };
  return (
    <Block
      title="Webhook"
      about="Sends answers, expired and withdrawn questions and people's messages to this URL, signed."
    >
      <Health channelId={channel.id} />
      <WebhookForm
        key={kept}
        channel={channel}
        isChanged={changed === kept}
        onChanged={edited}
        onSaved={() => setSaves(saves + 1)}
      />
      {channel.webhookUrl !== null && (
        <TestWebhook channel={channel} isChanged={changed === kept} key={edits} />
      )}
    </Block>
  );
}

function Health({ channelId }: { channelId: string }) {
  const { data: webhook } = useWebhook(channelId);
  if (!webhook?.failingSince) return null;
  const { failingSince, pausedAt } = webhook;
  return (
    <div className="notice" role="status" data-kind={pausedAt ? 'error' : 'warning'}>
      {pausedAt ? (
        <Paused channelId={channelId} at={pausedAt} />
      ) : (
        <p>
          <strong>Failing.</strong> The first failure was <Ago at={failingSince} />. The webhook is
          paused after five days of failures.
        </p>
      )}
    </div>
  );
}

function Paused({ channelId, at }: { channelId: string; at: string }) {
  const webhook = usePausedWebhook(channelId);
  const unsent = webhook ? unsentOf(webhook) : '';
  const resume = useResume(channelId);
  return (
    <>
      <p>
        <strong>Paused</strong> after five days of failures, <Ago at={at} />
        {unsent && `, ${unsent}`}.{' '}
        <Button size="compact-sm" loading={resume.isPending} onClick={() => resume.send(undefined)}>
          Resume
        </Button>
      </p>
      <p className="meta">
        {unsent ? 'Resuming sends these too. ' : ''}A successful test or retry also resumes the
        webhook.
      </p>
      <Refusal>{resume.refusal}</Refusal>
    </>
  );
}
