import { Ago } from '../look/ago.tsx';
import { dateOf } from '../look/clock.ts';

/** From here on there is time to replace it, and not much more. */
const SOON_MS = 14 * 86_400_000;

/** Until when a key or a token is valid. */
export function Until({ expiresAt }: { expiresAt: string | null }) {
  if (expiresAt === null) return 'does not expire';
  const leftMs = Date.parse(expiresAt) - Date.now();
  if (leftMs <= 0) return <span className="is-bad">expired {dateOf(expiresAt)}</span>;
  return (
    <span className={leftMs <= SOON_MS ? 'is-warning' : undefined}>
      expires <Ago at={expiresAt} />
    </span>
  );
}
