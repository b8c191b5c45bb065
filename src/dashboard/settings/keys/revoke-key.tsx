import type { Key } from '../../../core/access/schema.ts';
import { useRevokeKey } from '../../data/access.ts';
import { Ago } from '../../look/ago.tsx';
import { useLast } from '../../look/use-last.ts';
import { useChannelNames } from '../channels-field.tsx';
import { Confirm } from '../confirm.tsx';

/** Asks before a key ends, and says what stops with it. */
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
      action="Revoke the key"
      onConfirm={() => saving.send(id, onClose)}
      saving={saving}
    >
      <p>
        Whatever calls with <code>{prefix}…</code> stops at once: it can no longer ask in{' '}
        <strong>{namesOf(channels)}</strong>, and what it waits for ends.
      </p>
      <p>
        {lastUsedAt === null ? 'It was never used. ' : 'It was used last '}
        {lastUsedAt !== null && <Ago at={lastUsedAt} />}
        {lastUsedAt !== null && '. '}A key that is revoked stays so.
      </p>
    </Confirm>
  );
}
