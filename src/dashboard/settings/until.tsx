import { serverNow } from '../../client/clock.ts';
import { Ago } from '../look/ago.tsx';
import { dateOf } from '../look/clock.ts';

/** A key that expires sooner than this is marked: there is just enough time to replace it. */
const SOON_MS = 14 * 86_400_000;

/** The expiry of a key or token. */
export function Until({ expiresAt }: { expiresAt: string | null }) {
  if (expiresAt === null) return 'does not expire';
  const leftMs = Date.parse(expiresAt) - serverNow();
  if (leftMs <= 0) return <span className="is-bad">expired {dateOf(expiresAt)}</span>;
  return (
    <span className={leftMs <= SOON_MS ? 'is-warning' : undefined}>
      expires <Ago at={expiresAt} />
    </span>
  );
}
