/** The frame of every page: navigation on a desktop, a bar at the bottom on a phone. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
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

/** How far the page of each entry of the history was scrolled last. */
const kept = new Map<string, number>();

/** Without one, in an older browser, a page begins at its beginning. */
const entry = () => window.navigation?.currentEntry?.key ?? '';

/**
 * Back and Forward return to where a page was scrolled to; any other way leads to its beginning. Returns what the
 * element that scrolls the pages does when it is scrolled.
 */
function useKeptPlace(main: RefObject<HTMLElement | null>): () => void {
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page
  useLayoutEffect(() => {
    if (main.current) main.current.scrollTop = kept.get(entry()) ?? 0;
  }, [main, path]);
  return () => {
    if (main.current && entry() !== '') kept.set(entry(), main.current.scrollTop);
  };
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
