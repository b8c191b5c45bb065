import { Button } from '@mantine/core';
import { Bubble } from '../look/icons.tsx';
import { Empty } from '../look/parts.tsx';
import { ChannelSkeleton } from './channel-skeleton.tsx';
import type { Held } from './held.ts';

type Props = { name: string; held: Held; onRetry: () => void };

/** Why no message of a channel is shown: they are being read, could not be, or there are none. */
export function NoMessages({ name, held: { status, error }, onRetry }: Props) {
  if (status === 'reading') return <ChannelSkeleton />;
  if (status === 'ready') {
    return (
      <Empty title="No messages yet" icon={<Bubble size={32} />}>
        Messages appear here as {name} sends them. You can write to it below.
      </Empty>
    );
  }
  return (
    <Empty title="Couldn't load messages" icon={<Bubble size={32} />}>
      {error?.message}.{' '}
      <Button variant="default" size="xs" onClick={onRetry}>
        Try again
      </Button>
    </Empty>
  );
}
