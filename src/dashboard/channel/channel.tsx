import { Button } from '@mantine/core';
import type { PageProps } from '../app/page-props.ts';
import { PageTitle } from '../app/page-title.tsx';
import { useChannels } from '../data/channels.ts';
import { Bubble } from '../look/icons.tsx';
import { Empty } from '../look/parts.tsx';
import { ChannelSkeleton } from './channel-skeleton.tsx';
import { ConversationView } from './conversation-view.tsx';

export default function ChannelPage({ params: { channelId = '' } }: PageProps) {
  const { data: channels, error, refetch } = useChannels();
  const channel = channels?.find(({ id }) => id === channelId);
  if (channel) return <ConversationView key={channelId} channel={channel} />;
  if (error) {
    return (
      <Empty title="Couldn't load the channel">
        {error.message}. <Button onClick={() => void refetch()}>Try again</Button>
      </Empty>
    );
  }
  if (!channels) return <ChannelSkeleton />;
  return (
    <>
      <PageTitle>Channel not found</PageTitle>
      <Empty as="h1" title="Channel not found" icon={<Bubble size={32} />}>
        It may have been deleted, or you don't have access.
      </Empty>
    </>
  );
}
