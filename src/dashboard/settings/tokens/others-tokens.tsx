import { shownPeople } from '../../../core/access/people.ts';
import type { Token } from '../../../core/access/schema.ts';
import { usePeople, useTokens } from '../../data/access.ts';
import { useMe } from '../../data/session.ts';
import { Filtered } from '../filtered.tsx';
import { Block, Unread } from '../parts.tsx';
import { TokenRow } from './token-row.tsx';

/** For owners: the tokens of all other people. */
export function OthersTokens({ onRemove }: { onRemove: (token: Token) => void }) {
  const me = useMe();
  const { data: all, error } = useTokens('everybody');
  const { data: people } = usePeople();
  const tokens = all?.filter(({ userId }) => userId !== me.id) ?? [];
  const names = shownPeople(people ?? []);
  const nameOf = (token: Token) => names.get(token.userId) ?? '';
  if (error && !all) return <Unread error={error} />;
  if (tokens.length === 0) return null;
  return (
    <Block title="Other people's tokens">
      <Filtered
        what="other people's tokens"
        rows={tokens}
        textOf={(token) => `${token.name} ${token.prefix} ${nameOf(token)}`}
      >
        {(token) => (
          <TokenRow
            key={token.id}
            token={token}
            whose={nameOf(token)}
            onRemove={() => onRemove(token)}
          />
        )}
      </Filtered>
    </Block>
  );
}
