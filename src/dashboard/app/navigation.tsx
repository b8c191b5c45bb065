import { ActionIcon } from '@mantine/core';
import { type FocusEvent, useState } from 'react';
import { Link } from 'wouter';
import { usePausedWebhooks } from '../data/failing.ts';
import { usePendingCount } from '../data/reviews.ts';
import { useMe } from '../data/session.ts';
import { signOf } from '../keys/help.tsx';
import { Logo, Menu, Plus, Search } from '../look/icons.tsx';
import { PausedSign } from '../webhooks/paused-sign.tsx';
import { NavRow } from './nav-row.tsx';
import { ChannelRows } from './navigation-channels.tsx';
import { spotlight } from './palette.tsx';
import { places } from './places.ts';

/** The full navigation. With little room it is a rail of icons that opens over the page. */
export function Navigation({ onNewChannel }: { onNewChannel: () => void }) {
  const count = usePendingCount();
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
          {path === '/' && count > 0 && <span className="badge nav-number">{count}</span>}
        </NavRow>
      ))}
      <ChannelsHeading onNew={onNewChannel} />
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

function ChannelsHeading({ onNew }: { onNew: () => void }) {
  const isOwner = useMe().role === 'owner';
  return (
    <div className="navigation-heading">
      <h2>Channels</h2>
      {isOwner && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          onClick={onNew}
          aria-label="New channel"
        >
          <Plus size={14} />
        </ActionIcon>
      )}
    </div>
  );
}

/** For owners, who can resume a webhook there. */
export function SettingsMark() {
  const isOwner = useMe().role === 'owner';
  const paused = usePausedWebhooks();
  return isOwner && paused.length > 0 && <PausedSign says="A webhook is paused" />;
}
