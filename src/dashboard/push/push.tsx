import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { isDialogShown } from '../keys/dialogs.tsx';
import type { OpenPath } from '../worker/scope.ts';
import { registerWorker, workers } from './registration.ts';

/** Keeps the service worker current, and opens what is pressed in a notification. */
export default function Push() {
  const [, go] = useLocation();
  const open = useEffectEvent(({ data }: MessageEvent<OpenPath>) => {
    // A dialog may show what is shown only once.
    if (!isDialogShown()) go(data.open);
  });
  useEffect(() => {
    const listener = (event: MessageEvent<OpenPath>) => open(event);
    const all = workers();
    all?.addEventListener('message', listener);
    // A browser may refuse it, as some do in private windows.
    registerWorker().catch(() => {});
    return () => all?.removeEventListener('message', listener);
  }, []);
  return null;
}
