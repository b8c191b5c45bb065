import type { Token } from '../../../core/access/schema.ts';
import { useRemoveToken } from '../../data/access.ts';
import { useLast } from '../../look/use-last.ts';
import { Confirm } from '../confirm.tsx';

export function RemoveToken({ token, onClose }: { token: Token | null; onClose: () => void }) {
  const saving = useRemoveToken();
  const shown = useLast(token);
  if (!shown) return null;
  return (
    <Confirm
      opened={token !== null}
      onClose={onClose}
      title={`Revoke ${shown.name}?`}
      action="Revoke token"
      onConfirm={() => saving.send(shown.id, onClose)}
      saving={saving}
    >
      <p>
        Programs using <code>{shown.prefix}…</code> immediately lose access and can no longer read
        or answer as its user. This can't be undone.
      </p>
    </Confirm>
  );
}
