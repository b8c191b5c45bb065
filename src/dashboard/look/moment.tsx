import { when, wholeTime } from './clock.ts';

/** A moment as short as it can be said; whole where it is pointed at. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={wholeTime(at)}>
    {when(at)}
  </time>
);
