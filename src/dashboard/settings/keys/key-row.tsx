import { Button } from '@mantine/core';
import type { Key } from '../../../core/access/schema.ts';
import { Ago } from '../../look/ago.tsx';
import { dateOf } from '../../look/clock.ts';
import { useChannelNames } from '../channels-field.tsx';
import { Facts } from '../parts.tsx';

/** A key: what it sees, when it was used, and until when it holds. */
export function KeyRow({ apiKey, onRevoke }: { apiKey: Key; onRevoke: () => void }) {
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
          <Standing apiKey={apiKey} />
        </Facts>
      </div>
      {revokedAt === null && (
        <Button variant="default" size="xs" onClick={onRevoke} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      )}
    </li>
  );
}

function Standing({ apiKey: { expiresAt, revokedAt } }: { apiKey: Key }) {
  if (revokedAt !== null) return `revoked ${dateOf(revokedAt)}`;
  if (expiresAt === null) return 'does not expire';
  const isOver = Date.parse(expiresAt) <= Date.now();
  if (isOver) return <span className="is-bad">expired {dateOf(expiresAt)}</span>;
  return (
    <>
      expires <Ago at={expiresAt} />
    </>
  );
}
