import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Token } from '../../../core/access/schema.ts';
import { useTokens } from '../../data/access.ts';
import { useMe } from '../../data/session.ts';
import { useKeys } from '../../keys/use-keys.tsx';
import { KeyIcon } from '../../look/icons.tsx';
import { Empty } from '../../look/parts.tsx';
import { Filtered } from '../filtered.tsx';
import { RowsSkeleton, SettingsHead, Unread } from '../parts.tsx';
import { NewToken } from './new-token.tsx';
import { OthersTokens } from './others-tokens.tsx';
import { RemoveToken } from './remove-token.tsx';
import { TokenRow } from './token-row.tsx';

/** The person's own tokens. `/settings/tokens/new` opens the form for another one. */
export function TokensSection({ id }: { id: string | undefined }) {
  const { data: tokens, error } = useTokens();
  const me = useMe();
  const [removing, setRemoving] = useState<Token | null>(null);
  const [, go] = useLocation();
  const makeNew = () => go('/settings/tokens/new');
  useKeys('My tokens', { n: ['New token', makeNew, 'new'] });
  return (
    <>
      <SettingsHead title="My tokens" action={<Button onClick={makeNew}>New token</Button>}>
        Tokens let scripts and the command line read and answer as you.
      </SettingsHead>
      {tokens?.length === 0 && (
        <Empty title="No tokens yet" icon={<KeyIcon size={32} />}>
          You don't need one in the browser.
        </Empty>
      )}
      {tokens && tokens.length > 0 && (
        <Filtered what="tokens" rows={tokens} textOf={({ name, prefix }) => `${name} ${prefix}`}>
          {(token) => <TokenRow key={token.id} token={token} onRemove={() => setRemoving(token)} />}
        </Filtered>
      )}
      {!tokens && !error && <RowsSkeleton />}
      <Unread error={tokens ? null : error} />
      {me.role === 'owner' && <OthersTokens onRemove={setRemoving} />}
      <NewToken opened={id === 'new'} onClose={() => go('/settings/tokens')} />
      <RemoveToken token={removing} onClose={() => setRemoving(null)} />
    </>
  );
}
