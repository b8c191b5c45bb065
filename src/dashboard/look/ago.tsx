import { serverNow } from '../../client/clock.ts';
import { relative } from '../../core/spans.ts';
import { wholeTime } from './clock.ts';
import { useSecondly } from './use-secondly.ts';

/** How long ago something was, or in how long it will be. */
export function Ago({ at }: { at: string }) {
  const words = useSecondly(() => relative(at, serverNow()));
  return (
    <time dateTime={at} title={wholeTime(at)}>
      {words}
    </time>
  );
}
