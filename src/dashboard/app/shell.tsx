/** The frame of every page: navigation on a desktop, a bar at the bottom on a phone. */
import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { NewChannel } from '../channel/new-channel.tsx';
import { usePermission } from '../desktop/permission.ts';
import { KeyHelp } from '../keys/help.tsx';
import { useKeys } from '../keys/use-keys.tsx';
import { useStore } from '../live/store.ts';
import { lazyPreloadable } from '../look/lazy.tsx';
import { useAnswers } from '../outbox/context.ts';
import { Trace, useUndoKey } from '../outbox/trace.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { useKeptPlace } from './kept-place.ts';
import { Navigation } from './navigation.tsx';
import { usePage } from './pages.tsx';
import { Palette, spotlight } from './palette.tsx';
import { places } from './places.ts';
import { TroubleBars } from './trouble-bars.tsx';

const AskToNotify = lazyPreloadable(() => import('../desktop/asking.tsx'));
const Desktop = lazyPreloadable(() => import('../desktop/desktop.tsx'));
const Push = lazyPreloadable(() => import('../push/push.tsx'));

export function Shell() {
  const [location, go] = useLocation();
  const [open, setOpen] = useState<'help' | 'new channel' | null>(null);
  const close = () => setOpen(null);
  const leap = (path: string) => () => {
    go(path);
    return () => window.history.back();
  };
  const leaps = places.map(({ path, label, key }) => [`g ${key}`, [label, leap(path)]] as const);
  const help = () => {
    setOpen('help');
    return close;
  };
  useKeys('Everywhere', {
    ...Object.fromEntries(leaps),
    'g c': ['Channels', leap('/channels')],
    'mod+k': ['Search or go to…', spotlight.open],
    '?': ['Show keyboard shortcuts', help],
  });

  const main = useRef<HTMLElement>(null);
  const keepPlace = useKeptPlace(main);
  useUndoKey();
  const hasAnswered = useHasAnswered();
  const permission = usePermission();

  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to main content
      </a>
      <Navigation onNewChannel={() => setOpen('new channel')} />
      <div className="shell-page">
        <ConnectionBar />
        <TroubleBars />
        <main id="main" ref={main} tabIndex={-1} onScroll={keepPlace}>
          <CurrentPage />
        </main>
        {!hasOwnTrace(location) && <Trace />}
        {hasOwnTrace(location) && hasAnswered && <AskToNotify />}
      </div>
      {permission === 'granted' && <Desktop />}
      <Push />
      <BottomBar />
      <Palette onHelp={() => setOpen('help')} onNewChannel={() => setOpen('new channel')} />
      <KeyHelp opened={open === 'help'} onClose={close} />
      <NewChannel opened={open === 'new channel'} onClose={close} />
    </div>
  );
}

/** In this page, whatever the result. */
function useHasAnswered(): boolean {
  const last = useStore(useAnswers().last);
  const [hasAnswered, setHasAnswered] = useState(false);
  if (last !== null && !hasAnswered) setHasAnswered(true);
  return hasAnswered;
}

/** The inbox shows it above its hints. */
const hasOwnTrace = (location: string) => location === '/' || location.startsWith('/m/');

/** A page with two paths keeps its state between them. */
function CurrentPage() {
  const found = usePage();
  if (found === null) return null;
  const { name, params, Page } = found;
  return <Page key={name} params={params} />;
}
