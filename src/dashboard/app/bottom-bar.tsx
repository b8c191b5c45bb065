import { Link, useLocation } from 'wouter';
import { usePendingCount } from '../data/reviews.ts';
import { Bubble, Pulse, Sliders, Tray } from '../look/icons.tsx';

const tabs = [
  { path: '/', label: 'Waiting', Icon: Tray, here: /^\/($|m\/|answered)/ },
  { path: '/channels', label: 'Channels', Icon: Bubble, here: /^\/(channels|c\/|files)/ },
  { path: '/activity', label: 'Activity', Icon: Pulse, here: /^\/activity/ },
  { path: '/settings', label: 'Settings', Icon: Sliders, here: /^\/settings/ },
];

/** The navigation within reach of a thumb. */
export function BottomBar() {
  const [location] = useLocation();
  const count = usePendingCount();
  return (
    <nav className="bottom-bar" aria-label="Main">
      {tabs.map(({ path, label, Icon, here }) => (
        <Link key={path} href={path} aria-current={here.test(location) ? 'page' : undefined}>
          <Icon size={22} />
          <span>
            {label}
            {path === '/' && count > 0 && ` ${count}`}
          </span>
        </Link>
      ))}
    </nav>
  );
}
