import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Key } from '../../../core/access/schema.ts';
import { useApiKeys } from '../../data/access.ts';
import { useKeys } from '../../keys/use-keys.tsx';
import { KeyIcon } from '../../look/icons.tsx';
import { Empty } from '../../look/parts.tsx';
import { Filtered } from '../filtered.tsx';
import { RowsSkeleton, SettingsHead, Unread } from '../parts.tsx';
import { KeyRow } from './key-row.tsx';
import { NewKey } from './new-key.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';

/** The API keys. `/settings/keys/new` opens the form for another one. */
export function KeysSection({ id }: { id: string | undefined }) {
  const { data: keys, error } = useApiKeys();
  const [revoking, setRevoking] = useState<Key | null>(null);
  const [rotating, setRotating] = useState<Key | null>(null);
  const [, go] = useLocation();
  const makeNew = () => go('/settings/keys/new');
  useKeys('API keys', { n: ['New API key', makeNew, 'new'] });
  return (
    <>
      <SettingsHead title="API keys" action={<Button onClick={makeNew}>New API key</Button>}>
        Agents authenticate with an API key. Keys can ask questions but never answer them.
      </SettingsHead>
      {keys ? (
        <KeyRows keys={keys} onRotate={setRotating} onRevoke={setRevoking} />
      ) : (
        !error && <RowsSkeleton />
      )}
      <Unread error={keys ? null : error} />
      <NewKey opened={id === 'new'} onClose={() => go('/settings/keys')} />
      <RotateKey apiKey={rotating} onClose={() => setRotating(null)} />
      <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />
    </>
  );
}

type RowsProps = { keys: Key[]; onRotate: (key: Key) => void; onRevoke: (key: Key) => void };

function KeyRows({ keys, onRotate, onRevoke }: RowsProps) {
  const live = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null);
  const row = (key: Key) => (
    <KeyRow
      key={key.id}
      apiKey={key}
      onRotate={() => onRotate(key)}
      onRevoke={() => onRevoke(key)}
    />
  );
  return (
    <>
      {live.length === 0 && (
        <Empty title="No active API keys" icon={<KeyIcon size={32} />}>
          Create one per agent, so that you can revoke them separately.
        </Empty>
      )}
      {live.length > 0 && (
        <Filtered what="keys" rows={live} textOf={textOf}>
          {row}
        </Filtered>
      )}
      {revoked.length > 0 && (
        <details className="settings-more">
          <summary>Revoked ({revoked.length})</summary>
          <ul className="settings-rows">{revoked.map(row)}</ul>
        </details>
      )}
    </>
  );
}

const textOf = ({ name, prefix }: Key) => `${name} ${prefix}`;
