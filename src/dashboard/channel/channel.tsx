import { PageTitle } from '../app/page-title.tsx';
import type { PageProps } from '../app/pages.tsx';
import { useChannel } from '../data/channels.ts';
import { useMessages } from '../data/messages.ts';
import { titleOf } from '../data/reviews.ts';
import { Empty } from '../look/parts.tsx';

export default function ChannelPage({ params: { channelId = '' } }: PageProps) {
  const name = useChannel(channelId)?.name ?? 'Channel';
  const { data } = useMessages({ channel: channelId });
  const messages = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className="page">
      <PageTitle>{name}</PageTitle>
      <h1 className="page-title">{name}</h1>
      {data && messages.length === 0 && <Empty title="No messages yet" />}
      <ul>
        {messages.map((message) => (
          <li key={message.id}>{titleOf(message)}</li>
        ))}
      </ul>
    </div>
  );
}
