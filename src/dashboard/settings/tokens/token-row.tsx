import { Button } from '@mantine/core';
import type { Token } from '../../../core/access/schema.ts';
import { Ago } from '../../look/ago.tsx';
import { dateOf } from '../../look/clock.ts';
import { Facts } from '../parts.tsx';

export const TokenRow = ({ token, onRemove }: { token: Token; onRemove: () => void }) => (
  <li className="settings-item">
    <div className="settings-item-text">
      <p className="settings-item-name">{token.name}</p>
      <Facts>
        <code>{token.prefix}…</code>
        {`made ${dateOf(token.createdAt)}`}
        {token.lastUsedAt === null ? (
          'never used'
        ) : (
          <>
            used <Ago at={token.lastUsedAt} />
          </>
        )}
      </Facts>
    </div>
    <Button variant="default" size="xs" onClick={onRemove} aria-label={`Revoke ${token.name}`}>
      Revoke
    </Button>
  </li>
);
