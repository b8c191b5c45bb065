import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { countIn } from '../../client/pending.ts';
import type { Agent } from '../../core/channels/schema.ts';
import { useChannels } from '../data/channels.ts';
import { useCounts, usePendingCount } from '../data/reviews.ts';
import { useMe } from '../data/session.ts';
import { signOf } from '../keys/help.tsx';
import { Logo, Plus } from '../look/icons.tsx';
import { StatusDot } from '../look/parts.tsx';
import { spotlight } from './palette.tsx';
import { places } from './places.ts';

export function Navigation({ onNewChannel }: { onNewChannel: () => void }) {
  const count = usePendingCount();
  const isOwner = useMe().role === 'owner';
  return (
    <nav className="navigation" aria-label="Main">
      <Link href="/" className="navigation-home">
        <Logo />
        Inbox
      </Link>
      {places.slice(0, -1).map(({ path, label }) => (
        <NavRow key={path} path={path}>
          <span className="cut">{label}</span>
          {path === '/' && count > 0 && <span className="badge">{count}</span>}
        </NavRow>
      ))}
      <div className="navigation-heading">
        <h2>Channels</h2>
        {isOwner && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            onClick={onNewChannel}
            aria-label="New channel"
          >
            <Plus size={14} />
          </ActionIcon>
        )}
      </div>
      <div className="navigation-channels">
        <ChannelRows />
      </div>
      <button type="button" className="place nav-row navigation-quiet" onClick={spotlight.open}>
        Search or jump <span className="keys-only">{signOf('mod+k')}</span>
      </button>
      <NavRow path="/settings" quiet>
        Settings
      </NavRow>
    </nav>
  );
}

/** The channels with how many of their questions wait. */
export function ChannelRows() {
  const { data: channels } = useChannels();
  const counts = useCounts();
  if (!channels) return <ChannelSkeleton />;
  if (channels.length === 0) return <p className="meta navigation-none">None yet</p>;
  return channels.map((channel) => (
    <ChannelRow key={channel.id} channel={channel} waiting={countIn(counts, channel.id)} />
  ));
}

const ChannelRow = ({ channel, waiting }: { channel: Agent; waiting: number }) => (
  <NavRow path={`/c/${channel.id}`}>
    <StatusDot status={channel.status} />
    <span className="cut">{channel.name}</span>
    {waiting > 0 && (
      <span className="nav-count">
        {waiting}
        <span className="unseen"> waiting</span>
      </span>
    )}
  </NavRow>
);

const ChannelSkeleton = () => (
  <div aria-hidden="true">
    {[96, 120, 84].map((width) => (
      <div key={width} className="place nav-row">
        <span className="skeleton" style={{ width }} />
      </div>
    ))}
  </div>
);

type RowProps = { path: string; quiet?: boolean; children: ReactNode };

function NavRow({ path, quiet = false, children }: RowProps) {
  const [location] = useLocation();
  const isHere =
    path === '/' ? location === '/' || location.startsWith('/m/') : isUnder(location, path);
  return (
    <Link
      href={path}
      className={`place nav-row${quiet ? ' navigation-quiet' : ''}`}
      aria-current={isHere ? 'page' : undefined}
    >
      {children}
    </Link>
  );
}

const isUnder = (location: string, path: string) =>
  location === path || location.startsWith(`${path}/`);
