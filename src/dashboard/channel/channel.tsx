import { Button } from '@mantine/core';
import { PageTitle } from '../app/page-title.tsx';
import type { PageProps } from '../app/pages.tsx';
import { useChannels } from '../data/channels.ts';
import { Bubble } from '../look/icons.tsx';
import { Empty } from '../look/parts.tsx';
import { ChannelSkeleton } from './channel-skeleton.tsx';
import { Talk } from './talk.tsx';

export default function ChannelPage({ params: { channelId = '' } }: PageProps) {
  const { data: channels, error, refetch } = useChannels();
  const channel = channels?.find(({ id }) => id === channelId);
  if (channel) return <Talk key={channelId} channel={channel} />;
  if (error) {
    return (
      <Empty title="The channel could not be read">
        {error.message}. <Button onClick={() => void refetch()}>Try again</Button>
      </Empty>
    );
  }
  if (!channels) return <ChannelSkeleton />;
  return (
    <>
      <PageTitle>No such channel</PageTitle>
      <h1 className="unseen">No such channel</h1>
      <Empty title="There is no such channel for you" icon={<Bubble size={32} />}>
        It was removed, or an owner has not given it to you.
      </Empty>
    </>
  );
}
