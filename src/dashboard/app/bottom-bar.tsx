import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { usePendingCount } from '../data/reviews.ts';
import { isField } from '../keys/use-keys.tsx';
import { Bubble, File, Pulse, Sliders, Tray } from '../look/icons.tsx';
import { SettingsMark } from './navigation.tsx';

const tabs = [
  { path: '/', label: 'Questions', Icon: Tray, here: /^\/($|m\/|answered)/ },
  { path: '/channels', label: 'Channels', Icon: Bubble, here: /^\/(channels|c\/)/ },
  { path: '/files', label: 'Files', Icon: File, here: /^\/files/ },
  { path: '/activity', label: 'Activity', Icon: Pulse, here: /^\/activity/ },
  { path: '/settings', label: 'Settings', Icon: Sliders, here: /^\/settings/ },
];

/** The navigation within a thumb's reach; a phone's own keyboard takes its place. */
export function BottomBar() {
  const [location] = useLocation();
  const count = usePendingCount();
  const isWriting = useIsWriting();
  return (
    <nav className="bottom-bar" aria-label="Main" data-writing={isWriting || undefined}>
      {tabs.map(({ path, label, Icon, here }) => (
        <Link key={path} href={path} aria-current={here.test(location) ? 'page' : undefined}>
          <Icon size={22} />
          <span>{label}</span>
          {path === '/settings' && <SettingsMark />}
          {path === '/' && count > 0 && (
            <span className="badge">
              {count}
              <span className="unseen"> pending</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** A tap that leaves the field ends before anything moves. */
const LEFT_MS = 400;

/** Whether a text field has the focus, or had it a moment ago. */
function useIsWriting(): boolean {
  const [isWriting, setIsWriting] = useState(false);
  useEffect(() => {
    const enter = ({ target }: FocusEvent) => {
      if (isField(target)) setIsWriting(true);
    };
    window.addEventListener('focusin', enter);
    return () => window.removeEventListener('focusin', enter);
  }, []);
  useEffect(() => {
    if (!isWriting) return;
    // A field that is removed emits nothing.
    const look = () => setIsWriting(isField(document.activeElement));
    const timer = setInterval(look, LEFT_MS);
    return () => clearInterval(timer);
  }, [isWriting]);
  return isWriting;
}

/** The two lists of the first tab. */
export function EndTabs() {
  const [location] = useLocation();
  const isAnswered = location.startsWith('/answered');
  return (
    <nav className="end-tabs" aria-label="Questions">
      <Link href="/" aria-current={isAnswered ? undefined : 'page'}>
        Pending
      </Link>
      <Link href="/answered" aria-current={isAnswered ? 'page' : undefined}>
        Answered
      </Link>
    </nav>
  );
}
