import { Button } from '@mantine/core';
import { Link, useLocation } from 'wouter';
import type { Agent } from '../../../core/channels/schema.ts';
import { NewChannel } from '../../channel/new-channel.tsx';
import { useChannels } from '../../data/channels.ts';
import { usePausedWebhook } from '../../data/failing.ts';
import { hostOf } from '../../deliveries/host.ts';
import { useKeys } from '../../keys/use-keys.tsx';
import { Bubble, Chevron } from '../../look/icons.tsx';
import { Empty, StatusDot } from '../../look/parts.tsx';
import { PausedSign } from '../../webhooks/paused-sign.tsx';
import { Filtered } from '../filtered.tsx';
import { Facts, RowsSkeleton, SettingsHead, Unread } from '../parts.tsx';

/** The channels. `/settings/channels/new` opens the form for another one. */
export function ChannelsSection({ id }: { id: string | undefined }) {
  const { data: channels, error } = useChannels();
  const [, go] = useLocation();
  const makeNew = () => go('/settings/channels/new');
  useKeys('Channels', { n: ['New channel', makeNew, 'new'] });
  return (
    <>
      <SettingsHead title="Channels" action={<Button onClick={makeNew}>New channel</Button>}>
        Usually one per agent. Agents post messages and questions in a channel, and people answer
        them there.
      </SettingsHead>
      {channels?.length === 0 && (
        <Empty title="No channels yet" icon={<Bubble size={32} />}>
          Create a channel, then an API key for its agent.
        </Empty>
      )}
      {channels && channels.length > 0 && (
        <Filtered
          what="channels"
          rows={channels}
          textOf={({ name, description }) => `${name} ${description}`}
        >
          {(channel) => <ChannelRow key={channel.id} channel={channel} />}
        </Filtered>
      )}
      {!channels && !error && <RowsSkeleton />}
      <Unread error={channels ? null : error} />
      <NewChannel
        opened={id === 'new'}
        onClose={() => go('/settings/channels')}
        onMade={(made) => go(`/settings/channels/${made}`)}
      />
    </>
  );
}

function ChannelRow({ channel: { id, name, description, status, webhookUrl } }: Row) {
  const isPaused = usePausedWebhook(id) !== undefined;
  return (
    <li className="settings-item">
      <Link href={`/settings/channels/${id}`} className="settings-item-link">
        <StatusDot status={status} />
        <div className="settings-item-text">
          <p className="settings-item-name">{name}</p>
          <Facts>
            {description === null ? null : <span className="cut">{description}</span>}
            {webhookUrl === null ? 'no webhook' : `webhook: ${hostOf(webhookUrl)}`}
            {isPaused && <span className="is-bad">paused</span>}
          </Facts>
        </div>
        {isPaused && <PausedSign says="" />}
        <Chevron size={16} />
      </Link>
    </li>
  );
}
type Row = { channel: Agent };
