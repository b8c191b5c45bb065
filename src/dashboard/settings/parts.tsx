/** The parts that every section of the settings shares. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Jump } from '../app/jump.tsx';
import { PageTitle } from '../app/page-title.tsx';
import { Back } from '../look/icons.tsx';
import { useIsWide } from '../look/use-is-wide.ts';

type HeadProps = {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** The link back: to the list of sections on a phone, to the list above a single item anywhere. */
  back?: { path: string; label: string };
};

/** A section's title, its purpose, and the button that adds an item. */
export function SettingsHead({ title, children, action, back }: HeadProps) {
  const isWide = useIsWide();
  const way = back ?? (isWide ? null : { path: '/settings', label: 'Settings' });
  return (
    <header className="settings-head">
      <PageTitle>{title}</PageTitle>
      {way && (
        <Link href={way.path} className="settings-back">
          <Back size={16} /> {way.label}
        </Link>
      )}
      <div className="settings-head-row">
        <h1>{title}</h1>
        {action}
        <Jump />
      </div>
      {children && <p className="soft">{children}</p>}
    </header>
  );
}

type BlockProps = {
  title: string;
  about?: ReactNode;
  children: ReactNode;
  danger?: boolean;
  /** Named by the fragment of a link to it. */
  id?: string;
};

/** A part of a section with its own heading. */
export const Block = ({ title, about, children, danger = false, id }: BlockProps) => (
  <section className="settings-block" id={id} data-danger={danger || undefined}>
    <h2>{title}</h2>
    {about && <p className="soft settings-block-about">{about}</p>}
    {children}
  </section>
);

/** The server's error about a form as a whole. */
export const Refusal = ({ children }: { children: string | null }) => (
  <div role="alert">{children !== null && <p className="refusal">{children}</p>}</div>
);

/** Shown if the data cannot be loaded. */
export const Unread = ({ error }: { error: Error | null }) =>
  error && <Refusal>{`Couldn't load this: ${error.message}`}</Refusal>;

/** Shown while rows are loading. */
export const RowsSkeleton = () => (
  <ul className="settings-rows" aria-hidden="true">
    {[180, 240, 150].map((width) => (
      <li key={width} className="settings-item">
        <div className="settings-item-text">
          <span className="skeleton" style={{ width }} />
          <span className="skeleton" style={{ width: width + 60 }} />
        </div>
      </li>
    ))}
  </ul>
);

/** Facts with middle dots between them. */
export const Facts = ({ children }: { children: ReactNode[] }) => (
  <p className="meta facts">
    {children
      .filter((fact) => fact !== null && fact !== false)
      .map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fact has no other name than its place
        <span key={at}>{fact}</span>
      ))}
  </p>
);
