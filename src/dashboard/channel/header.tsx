import { Link } from 'wouter';
import { serverNow } from '../../client/clock.ts';
import type { Agent } from '../../core/channels/schema.ts';
import { lastSeen } from '../../core/spans.ts';
import { Jump } from '../app/jump.tsx';
import { useMe } from '../data/session.ts';
import { Back, File, Search, Sliders } from '../look/icons.tsx';
import { StatusDot, statusWord } from '../look/parts.tsx';
import { useSecondly } from '../look/use-secondly.ts';

type Props = { channel: Agent; isSearching: boolean; onSearch: () => void };

export function ChannelHeader({ channel, isSearching, onSearch }: Props) {
  const isOwner = useMe().role === 'owner';
  return (
    <header className="channel-header">
      <Link href="/channels" className="channel-back" aria-label="Channels">
        <Back size={20} />
      </Link>
      <StatusDot status={channel.status} />
      <div className="channel-name">
        <h1 className="cut">{channel.name}</h1>
        <p className="meta cut channel-status">
          <StatusLine channel={channel} />
        </p>
      </div>
      <nav className="channel-links" aria-label={`About ${channel.name}`}>
        <button type="button" aria-expanded={isSearching} onClick={onSearch}>
          <Search size={16} />
          <span>Search</span>
        </button>
        <Link href={`/files?channel=${channel.id}`}>
          <File size={16} />
          <span>Files</span>
        </Link>
        {isOwner && (
          <Link href={`/settings/channels/${channel.id}`}>
            <Sliders size={16} />
            <span>Settings</span>
          </Link>
        )}
      </nav>
      <Jump />
    </header>
  );
}

/** Such as: active · “watching main” · seen 12 s ago; or: offline · quiet for 12 min. */
function StatusLine({ channel: { status, statusMessage, lastActiveAt } }: { channel: Agent }) {
  const seen = useSecondly(() =>
    lastActiveAt === null ? '' : lastSeen(lastActiveAt, serverNow(), status === 'offline'),
  );
  const said = statusMessage ? `“${statusMessage}”` : '';
  return <>{[statusWord(status), said, seen].filter(Boolean).join(' · ')}</>;
}
