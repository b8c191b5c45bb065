import type { ReactNode } from 'react';
import type { About } from '../../core/about/schema.ts';
import { sizeOf } from '../../core/sizes.ts';
import { useAbout, useHealth } from '../data/about.ts';
import { base, docsUrl } from '../data/base.ts';
import { useMe } from '../data/session.ts';
import { Ago } from '../look/ago.tsx';
import { AllSettings } from './all-settings.tsx';
import { Block, SettingsHead, Unread } from './parts.tsx';

/** The version, the server's health and, for owners, the path of the data directory. */
export function AboutSection() {
  const isOwner = useMe().role === 'owner';
  return (
    <>
      <SettingsHead title="About" />
      <dl className="table">
        <HealthLines />
        {isOwner && <OwnersLines />}
      </dl>
      {isOwner ? (
        <AllSettings />
      ) : (
        <p className="meta settings-foot">
          Only owners can see the data directory and the settings.
        </p>
      )}
      <Block title="Documentation">
        <p>
          <a href={docsUrl}>Documentation</a> · <a href={`${base}/docs`}>API reference</a> ·{' '}
          <a href={`${base}/openapi.json`}>OpenAPI document</a>
        </p>
      </Block>
    </>
  );
}

function HealthLines() {
  const { data: health, error } = useHealth();
  return (
    <>
      <Line name="Version">{health?.version ?? '…'}</Line>
      <Line name="Health">
        <span
          className="dot"
          data-status={dotOf(error ? 'unreachable' : (health?.status ?? 'unknown'))}
        />{' '}
        {error ? 'Not responding' : health ? words[health.status] : '…'}
      </Line>
    </>
  );
}

type Status = keyof typeof words | 'unknown' | 'unreachable';

const dotOf = (status: Status) => {
  if (status === 'ok') return 'active';
  return status === 'unreachable' || status === 'full' ? 'error' : 'busy';
};

const words = { ok: 'Healthy', draining: 'Shutting down', full: 'Disk full' } as const;

function OwnersLines() {
  const { data: about, error } = useAbout();
  if (error && !about) return <Unread error={error} />;
  return (
    <>
      <Line name="Started">{about ? <Ago at={about.startedAt} /> : '…'}</Line>
      <Line name="Data directory">
        <code>{about?.dataDirectory ?? '…'}</code>
      </Line>
      <Line name="Database">{about ? sizeOf(about.databaseBytes) : '…'}</Line>
      <Line name="Files">{about ? filesIn(about.files) : '…'}</Line>
    </>
  );
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const filesIn = ({ count, bytes }: About['files']) =>
  count === 0 ? 'none' : `${count}, ${sizeOf(bytes)}`;
