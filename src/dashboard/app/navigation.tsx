import { ActionIcon, TextInput } from '@mantine/core';
import { type FocusEvent, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Agent } from '../../core/channels/schema.ts';
import { useChannels } from '../data/channels.ts';
import { usePausedWebhooks } from '../data/failing.ts';
import { useCounts, usePendingCount } from '../data/reviews.ts';
import { useMe } from '../data/session.ts';
import { signOf } from '../keys/help.tsx';
import { Check, File, Logo, Menu, Plus, Pulse, Search, Sliders, Tray } from '../look/icons.tsx';
import { StatusDot } from '../look/parts.tsx';
import { PausedMark, PausedSign } from '../webhooks/paused-sign.tsx';
import { useChannelRows } from './channel-rows.ts';
import { spotlight } from './palette.tsx';
import { places } from './places.ts';

const icons: Partial<Record<string, typeof Tray>> = {
  '/': Tray,
  '/answered': Check,
  '/activity': Pulse,
  '/files': File,
  '/settings': Sliders,
};

/** The full navigation. With little room it is a rail of icons that opens over the page. */
export function Navigation({ onNewChannel }: { onNewChannel: () => void }) {
  const count = usePendingCount();
  const isOwner = useMe().role === 'owner';
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) close();
  };
  return (
    <nav
      className="navigation"
      aria-label="Main"
      data-open={isOpen || undefined}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <button
        type="button"
        className="place nav-row navigation-open"
        aria-label="Expand the sidebar"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Menu size={20} />
      </button>
      <Link href="/" className="navigation-home">
        <Logo />
        Inbox
      </Link>
      {places.slice(0, -1).map(({ path, label }) => (
        <NavRow key={path} path={path} label={label} onOpen={close}>
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
        <ChannelRows onOpen={close} />
      </div>
      <button type="button" className="place nav-row navigation-quiet" onClick={spotlight.open}>
        <span className="nav-sign">
          <Search />
        </span>
        <span className="nav-name">
          Search or go to… <span className="keys-only">{signOf('mod+k')}</span>
        </span>
      </button>
      <NavRow path="/settings" label="Settings" quiet onOpen={close}>
        <SettingsMark />
      </NavRow>
    </nav>
  );
}

/** For owners, who can resume a webhook there. */
export function SettingsMark() {
  const isOwner = useMe().role === 'owner';
  const paused = usePausedWebhooks();
  return isOwner && paused.length > 0 && <PausedSign says="A webhook is paused" />;
}

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
          <span className="nav-waiting">
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

/** Returns `db` for `deploy-bot`. */
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

type RowProps = {
  path: string;
  label: string;
  /** Shown instead of the page's icon. */
  sign?: ReactNode;
  quiet?: boolean;
  onOpen: (() => void) | undefined;
  children?: ReactNode;
};

function NavRow({ path, label, sign, quiet = false, onOpen, children }: RowProps) {
  const [location] = useLocation();
  const isHere =
    path === '/' ? location === '/' || location.startsWith('/m/') : isUnder(location, path);
  const Icon = icons[path];
  return (
    <Link
      href={path}
      className={`place nav-row${quiet ? ' navigation-quiet' : ''}`}
      aria-current={isHere ? 'page' : undefined}
      title={label}
      onClick={onOpen}
    >
      {sign ?? <span className="nav-sign">{Icon && <Icon />}</span>}
      <span className="nav-name cut">{label}</span>
      {children}
    </Link>
  );
}

const isUnder = (location: string, path: string) =>
  location === path || location.startsWith(`${path}/`);
