import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Empty } from '../look/parts.tsx';

const RETRY_MS = 3000;

/** The server gave no valid response before anything could be shown. */
export function Unreachable({ error, retry }: { error: Error; retry: () => unknown }) {
  useEffect(() => {
    const timer = setInterval(retry, RETRY_MS);
    return () => clearInterval(timer);
  }, [retry]);
  return (
    <main className="alone">
      <Empty title="The inbox isn't responding">
        {error.message}. Trying again every few seconds.
      </Empty>
      <Button variant="default" onClick={() => retry()}>
        Try now
      </Button>
    </main>
  );
}
