import type { Key } from '../../../core/access/schema.ts';
import { useRevokeKey } from '../../data/access.ts';
import { Ago } from '../../look/ago.tsx';
import { useLast } from '../../look/use-last.ts';
import { useChannelNames } from '../channels-field.tsx';
import { Confirm } from '../confirm.tsx';

/** Asks for a confirmation before a key is revoked, and says what stops working with it. */
export function RevokeKey({ apiKey, onClose }: { apiKey: Key | null; onClose: () => void }) {
  const saving = useRevokeKey();
  const { namesOf } = useChannelNames();
  const shown = useLast(apiKey);
  if (!shown) return null;
  const { id, name, prefix, channels, lastUsedAt } = shown;
  return (
    <Confirm
      opened={apiKey !== null}
      onClose={onClose}
      title={`Revoke ${name}?`}
      action="Revoke key"
      onConfirm={() => saving.send(id, onClose)}
      saving={saving}
    >
      <p>
        Agents using <code>{prefix}…</code> immediately lose access to{' '}
        <strong>{namesOf(channels)}</strong> and stop receiving answers. The questions that they
        still ask are withdrawn.
      </p>
      <p>
        {lastUsedAt === null ? 'It has never been used. ' : 'It was last used '}
        {lastUsedAt !== null && <Ago at={lastUsedAt} />}
        {lastUsedAt !== null && '. '}This can't be undone.
      </p>
    </Confirm>
  );
}
