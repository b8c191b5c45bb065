import { clockTime, when, wholeTime } from './clock.ts';

/** A time in its shortest form; in full as a tooltip. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={wholeTime(at)}>
    {when(at)}
  </time>
);

/** The time of day alone, below a heading with the day. */
export const Hour = ({ at }: { at: string }) => (
  <time dateTime={at} title={wholeTime(at)}>
    {clockTime(at)}
  </time>
);
