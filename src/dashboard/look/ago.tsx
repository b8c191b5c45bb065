import { relative, timeOf } from './clock.ts';
import { useSecondly } from './use-secondly.ts';

/** How long ago something was, or in how long it will be. */
export function Ago({ at }: { at: string }) {
  const words = useSecondly(() => relative(at, Date.now()));
  return (
    <time dateTime={at} title={timeOf(at)}>
      {words}
    </time>
  );
}
