import { TextInput } from '@mantine/core';
import { Link } from 'wouter';
import type { Agent } from '../../core/channels/schema.ts';
import { useChannels } from '../data/channels.ts';
import { useCounts, usePendingCount } from '../data/reviews.ts';
import { StatusDot } from '../look/parts.tsx';
import { PausedMark } from '../webhooks/paused-sign.tsx';
import { useChannelRows } from './channel-rows.ts';
import { NavRow } from './nav-row.tsx';

/** The channels with their number of pending questions, those first. */
export function ChannelRows({ onOpen }: { onOpen?: () => void }) {
  const { data: channels } = useChannels();
  const counts = useCounts();
  const { rows, isMany, words, setWords, hand } = useChannelRows(channels ?? [], counts);
  if (!channels) return <ChannelSkeleton />;
  if (channels.length === 0) return <p className="meta navigation-none">None yet</p>;
  return (
    <>
      {isMany && (
        <TextInput
          className="navigation-filter"
          size="xs"
          type="search"
          aria-label="Find a channel"
          placeholder="Find a channel"
          value={words}
          onChange={({ currentTarget: { value } }) => setWords(value)}
        />
      )}
      {rows.length === 0 && <p className="meta navigation-none">No matching channels</p>}
      <div {...hand}>
        {rows.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} onOpen={onOpen} />
        ))}
      </div>
    </>
  );
}

type ChannelProps = { channel: Agent; onOpen: (() => void) | undefined };

function ChannelRow({ channel, onOpen }: ChannelProps) {
  const waiting = usePendingCount(channel.id);
  return (
    <div className="nav-channel">
      <NavRow
        path={`/c/${channel.id}`}
        label={channel.name}
        sign={
          <>
            <StatusDot status={channel.status} />
            <span className="nav-letters" aria-hidden="true">
              {lettersOf(channel.name)}
            </span>
          </>
        }
        onOpen={onOpen}
      >
        <PausedMark channelId={channel.id} />
        {waiting > 0 && (
          <span className="nav-waiting nav-number">
            {waiting}
            <span className="unseen"> pending</span>
          </span>
        )}
      </NavRow>
      {waiting > 0 && (
        <Link
          href={`/?channel=${channel.id}`}
          className="nav-count"
          title={`Pending in ${channel.name}`}
          onClick={onOpen}
        >
          {waiting}
          <span className="unseen"> pending in {channel.name}</span>
        </Link>
      )}
    </div>
  );
}

/** `deploy-bot` is `db`. */
function lettersOf(name: string): string {
  const words = name.split(/[\s_.-]+/).filter(Boolean);
  const letters = words.length > 1 ? words.map(([first]) => first) : [...(words[0] ?? '')];
  return letters.slice(0, 2).join('');
}

const ChannelSkeleton = () => (
  <div aria-hidden="true">
    {[96, 120, 84].map((width) => (
      <div key={width} className="place nav-row">
        <span className="skeleton" style={{ width }} />
      </div>
    ))}
  </div>
);
