import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Check, File, Pulse, Sliders, Tray } from '../look/icons.tsx';

const icons: Partial<Record<string, typeof Tray>> = {
  '/': Tray,
  '/answered': Check,
  '/activity': Pulse,
  '/files': File,
  '/settings': Sliders,
};

type RowProps = {
  path: string;
  label: string;
  /** Replaces the icon of its page. */
  sign?: ReactNode;
  quiet?: boolean;
  onOpen: (() => void) | undefined;
  children?: ReactNode;
};

export function NavRow({ path, label, sign, quiet = false, onOpen, children }: RowProps) {
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
