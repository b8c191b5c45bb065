import { Link } from 'wouter';
import { useChannel, useChannels, useStoredChannel } from '../../data/channels.ts';
import { DeliveryLog } from '../../deliveries/delivery-log.tsx';
import { Copyable, Empty } from '../../look/parts.tsx';
import { Block, RowsSkeleton, SettingsHead, Unread } from '../parts.tsx';
import { CriticalBlock } from './critical.tsx';
import { DeleteChannel } from './delete-channel.tsx';
import { LadderBlock } from './ladder.tsx';
import { NotifyAfterBlock } from './notify-after.tsx';
import { Profile } from './profile.tsx';
import { Secret } from './secret.tsx';
import { WebhookBlock } from './webhook.tsx';

const back = { path: '/settings/channels', label: 'Channels' };

/** A channel: its profile, its webhook with deliveries, and the button that deletes it. */
export function ChannelSection({ id }: { id: string }) {
  const { data: channels, error } = useChannels();
  const channel = useChannel(id);
  const stored = useStoredChannel(id);
  if (!channels) {
    return (
      <>
        <SettingsHead title="Channel" back={back} />
        {error ? <Unread error={error} /> : <RowsSkeleton />}
      </>
    );
  }
  if (!channel || !stored) {
    return (
      <>
        <SettingsHead title="Channel" back={back} />
        <Empty title="Channel not found">It may have been deleted.</Empty>
      </>
    );
  }
  return (
    <div key={id}>
      <SettingsHead title={channel.name} back={back}>
        <Link href={`/c/${id}`}>Open the conversation</Link>
      </SettingsHead>
      <Profile key={`${stored.name} ${stored.description} ${stored.avatarUrl}`} channel={stored} />
      <CriticalBlock key={stored.criticalPerHour} channel={stored} />
      <NotifyAfterBlock key={`after ${stored.notifyAfterSeconds}`} channel={stored} />
      <LadderBlock channelId={id} />
      <WebhookBlock channel={channel} />
      <Secret channelId={id} />
      <Block title="Deliveries" about="Events sent to the webhook, newest first.">
        <DeliveryLog channel={id} />
      </Block>
      <Block title="Channel ID" about="Use this ID in API calls.">
        <Copyable text={id} what="channel ID" />
      </Block>
      <DeleteChannel channel={channel} />
    </div>
  );
}
