/** Shown for a paused webhook, with a button to resume it. */
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { type PausedWebhook, usePausedWebhook } from '../data/failing.ts';
import { useResume } from '../data/resume.ts';
import { useMe } from '../data/session.ts';
import { Ago } from '../look/ago.tsx';
import { PausedSign } from './paused-sign.tsx';

const MOST_COUNTED = 1000;

/** Formats, for example: 14 not sent. */
export function unsentOf({ undelivered }: PausedWebhook): string {
  if (undelivered === 0) return '';
  const count = undelivered.toLocaleString();
  return `${count}${undelivered >= MOST_COUNTED ? '+' : ''} not sent`;
}

type LineProps = { webhook: PausedWebhook; name: string; action: 'Resume' | 'Retry all' };

/** Shows, for example: data-pipeline paused 3 days ago, 14 not sent · Retry all. */
export function PausedLine({ webhook, name, action }: LineProps) {
  const { channelId, pausedAt } = webhook;
  const isOwner = useMe().role === 'owner';
  const unsent = unsentOf(webhook);
  const resume = useResume(channelId);
  return (
    <div className="paused-line">
      <PausedSign says="" />
      <p>
        <strong>{name}</strong> paused <Ago at={pausedAt} />
        {unsent && `, ${unsent}`}
      </p>
      <Button
        variant="default"
        size="compact-sm"
        loading={resume.isPending}
        onClick={() => resume.send(undefined)}
      >
        {action}
      </Button>
      {isOwner && <Link href={`/settings/channels/${channelId}`}>Webhook settings</Link>}
      {resume.refusal && (
        <span className="refusal" role="alert">
          {resume.refusal}
        </span>
      )}
    </div>
  );
}

/** Shown at the top of a channel. */
export function ChannelPaused({ channelId }: { channelId: string }) {
  const webhook = usePausedWebhook(channelId);
  return webhook && <PausedLine webhook={webhook} name="Webhook" action="Resume" />;
}
