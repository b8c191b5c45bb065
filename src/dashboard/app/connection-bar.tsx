import { useEffect, useState } from 'react';
import { useConnection } from '../live/live.tsx';

const PATIENCE_MS = 700;

/** Says that the page is not live just now, and is gone by itself once it is. */
export function ConnectionBar() {
  const isLost = useConnection() === 'lost';
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    // A connection that is back at once is nobody's concern.
    const timer = setTimeout(() => setIsLong(isLost), isLost ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [isLost]);
  return (
    <div role="status" className="connection" data-lost={(isLost && isLong) || undefined}>
      {isLost && isLong && 'Reconnecting… What you see may be out of date.'}
    </div>
  );
}
