import { useEffect, useState } from 'react';
import { useConnection } from '../live/live.tsx';

/** A connection within this time needs no notice. */
const PATIENCE_MS = { live: 0, lost: 700, connecting: 3000 };

/** Shows that the page is not live, until it is. */
export function ConnectionBar() {
  const connection = useConnection();
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(connection !== 'live'), PATIENCE_MS[connection]);
    return () => clearTimeout(timer);
  }, [connection]);
  const isShown = isLong && connection !== 'live';
  return (
    <div role="status" className="connection" data-lost={isShown || undefined}>
      {isShown && 'Reconnecting… This page may be out of date.'}
    </div>
  );
}
