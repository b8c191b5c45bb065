import { Button } from '@mantine/core';
import type { Token } from '../../../core/access/schema.ts';
import { Ago } from '../../look/ago.tsx';
import { dateOf } from '../../look/clock.ts';
import { Facts } from '../parts.tsx';
import { Until } from '../until.tsx';

type Props = {
  token: Token;
  /** The name of its user, if that is not the current person. */
  whose?: string | undefined;
  onRemove: () => void;
};

/** A token: its last use, its expiry, and who made it if not its user. */
export const TokenRow = ({ token, whose, onRemove }: Props) => (
  <li className="settings-item">
    <div className="settings-item-text">
      <p className="settings-item-name">{token.name}</p>
      <Facts>
        {whose !== undefined && <bdi>{whose}</bdi>}
        <code>{token.prefix}…</code>
        {`created ${dateOf(token.createdAt)}`}
        <Used token={token} />
        {token.expiresAt === null ? (
          <span className="is-warning">does not expire</span>
        ) : (
          <Until expiresAt={token.expiresAt} />
        )}
      </Facts>
      <Origin token={token} />
    </div>
    <Button variant="default" size="xs" onClick={onRemove} aria-label={`Revoke ${token.name}`}>
      Revoke
    </Button>
  </li>
);

function Used({ token: { lastUsedAt, lastUsedFrom } }: { token: Token }) {
  if (lastUsedAt === null) return 'never used';
  return (
    <>
      used <Ago at={lastUsedAt} />
      {lastUsedFrom?.address && ` from ${lastUsedFrom.address}`}
      {lastUsedFrom?.via === 'terminal' && ' in the terminal'}
    </>
  );
}

/** Names the maker if it was not the token's user, or if nobody logged in to make it. */
function Origin({ token: { madeBy, maker, userId, isLocal, createdAt } }: { token: Token }) {
  const isForeign = maker !== null && maker.id !== userId;
  if (madeBy === null) {
    return (
      <p className="meta is-warning">
        Created by an older version that did not record by whom. Log in and create it again.
      </p>
    );
  }
  if (!isForeign && !isLocal) return null;
  return (
    <p className="meta is-warning">
      Created {isForeign && <bdi>by {maker.name} </bdi>}on {dateOf(createdAt)}
      {isLocal && ', on the server, not logged in'}
    </p>
  );
}
