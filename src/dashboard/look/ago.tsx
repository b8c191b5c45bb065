import { relative, timeOf, useWords } from './clock.ts';

/** How long ago something was, or in how long it will be. */
export function Ago({ at }: { at: string }) {
  const words = useWords((nowMs) => relative(at, nowMs));
  return (
    <time dateTime={at} title={timeOf(at)}>
      {words}
    </time>
  );
}
