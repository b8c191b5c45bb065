import { Button } from '@mantine/core';
import type { Key } from '../../../core/access/schema.ts';
import { Ago } from '../../look/ago.tsx';
import { dateOf } from '../../look/clock.ts';
import { useChannelNames } from '../channels-field.tsx';
import { Facts } from '../parts.tsx';
import { Until } from '../until.tsx';

type Props = { apiKey: Key; onRotate: () => void; onRevoke: () => void };

/** A key: the channels it sees, its last use, and its expiry. */
export function KeyRow({ apiKey, onRotate, onRevoke }: Props) {
  const { name, prefix, channels, lastUsedAt, revokedAt } = apiKey;
  const { namesOf } = useChannelNames();
  return (
    <li className="settings-item">
      <div className="settings-item-text">
        <p className="settings-item-name">{name}</p>
        <Facts>
          <code>{prefix}…</code>
          {namesOf(channels)}
          {lastUsedAt === null ? (
            'never used'
          ) : (
            <>
              used <Ago at={lastUsedAt} />
            </>
          )}
          {revokedAt === null ? (
            <Until expiresAt={apiKey.expiresAt} />
          ) : (
            `revoked ${dateOf(revokedAt)}`
          )}
        </Facts>
      </div>
      {revokedAt === null && (
        <div className="settings-item-actions">
          <Button variant="default" size="xs" onClick={onRotate} aria-label={`Rotate ${name}`}>
            Rotate
          </Button>
          <Button variant="default" size="xs" onClick={onRevoke} aria-label={`Revoke ${name}`}>
            Revoke
          </Button>
        </div>
      )}
    </li>
  );
}
